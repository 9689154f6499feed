import { open as openFile, readFile } from 'node:fs/promises'
import { parseOtpauth } from '@twofold/contract/otpauth'
import type { Command } from 'commander'
import { open, type Where } from './credentials.ts'
import { exits, Failure } from './failure.ts'
import { findKey } from './keys.ts'
import { print, say } from './output.ts'
import { askHidden, readStdin } from './terminal.ts'
import type { Vault } from './vault.ts'
import { visible } from './visible.ts'

/** Data that leaves the vault requires the PIN, typed at the terminal: no flag or pipe carries it. */
async function openPin(vault: Vault): Promise<void> {
  await vault.verifyPin({ body: { pin: await askHidden('PIN') } })
}

/** Links of an export, one a line; empty lines and comments count for nothing. */
function readLinks(text: string) {
  const links = text
    .split(/\r?\n/)
    .map((line, index) => ({ uri: line.trim(), line: index + 1 }))
    .filter(({ uri }) => uri !== '' && !uri.startsWith('#'))
  if (!links.some(({ uri }) => uri.startsWith('otpauth:')))
    throw new Failure(
      'This file has no otpauth:// links. Other formats can be imported on the page of Twofold.',
      exits.usage,
      'cli.no_links',
    )
  return links.map(({ uri, line }) => {
    const read = parseOtpauth(uri)
    const { issuer, account } = read.ok ? read.parameters : {}
    return { line, entry: { name: issuer ?? account ?? 'Imported key', uri } }
  })
}

export function addSharingCommands(program: Command): void {
  program
    .command('import')
    .description('import a file of otpauth:// links, one a line; - reads stdin')
    .argument('<file>')
    .option('--dry-run', 'only say what would happen')
    .action(async (path: string, { dryRun = false }: { dryRun?: boolean }, command: Command) => {
      const text = path === '-' ? await readStdin() : await readFile(path, 'utf8').catch(() => undefined)
      if (text === undefined) throw new Failure(`${path} cannot be read.`, exits.usage, 'cli.file_unreadable')
      const links = readLinks(text)
      const entries = links.map(({ entry }) => entry)
      const answer = await (await open(command.optsWithGlobals<Where>())).importKeys({ body: { dry_run: dryRun, entries } })
      for (const [index, { verdict, reason }] of answer.verdicts.entries())
        if (verdict === 'refused') say(`Line ${links[index]?.line}, ${visible(entries[index]?.name ?? '')}: ${reason ?? 'refused'}`)
      const done = dryRun ? 'would be added' : 'added'
      print(`${answer.added} ${done}, ${answer.duplicates} already there, ${answer.refused} refused`, answer)
      if (answer.refused > 0) process.exitCode = exits.unexpected
    })

  program
    .command('share')
    .description('share a key of yours; asks for the PIN')
    .argument('<key>', 'id, or a name that matches exactly one key')
    .argument('<email>')
    .option('--full-control', 'may also edit the key, and see its secret')
    .option('--until <time>', 'when it ends, such as 2027-01-31T12:00:00Z')
    .action(async (named: string, email: string, options: { fullControl?: true; until?: string }, command: Command) => {
      const vault = await open(command.optsWithGlobals<Where>())
      const id = await findKey(vault, named)
      await openPin(vault)
      const permission = options.fullControl === true ? 'admin' : 'view'
      const answer = await vault.shareKey({
        params: { id },
        body: { email, permission, ...(options.until !== undefined && { expires_at: options.until }) },
      })
      print(answer.message, { type: answer.type, message: answer.message, share_id: answer.share_id })
    })

  program
    .command('export')
    .description('write your keys with their secrets, as otpauth:// links; asks for the PIN')
    .option('--out <file>', 'a new file that only you can read; without it, stdout')
    .action(async ({ out }: { out?: string }, command: Command) => {
      const vault = await open(command.optsWithGlobals<Where>())
      await openPin(vault)
      const { keys } = await vault.exportKeys({ body: { format: 'links' } })
      const text = keys.map(({ uri }) => uri).join('\n')
      if (out === undefined) return print(text, { keys })
      const file = await openFile(out, 'wx', 0o600).catch(() => undefined)
      if (file === undefined) throw new Failure(`${out} is there already, or cannot be written.`, exits.usage, 'cli.file_exists')
      await file.writeFile(text === '' ? '' : `${text}\n`)
      await file.close()
      say('The file holds secrets. Delete it when you no longer need it.')
      print(`${keys.length === 1 ? '1 key' : `${keys.length} keys`} written to ${out}`, { file: out, keys: keys.length })
    })
}
