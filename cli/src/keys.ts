import { TwofoldError } from '@twofold/client'
import { plainText } from '@twofold/contract/plain-text'
import type { Command } from 'commander'
import { open, type Where } from './credentials.ts'
import { exits, Failure } from './failure.ts'
import { masked, print, say, table } from './output.ts'
import { readSecret } from './terminal.ts'
import type { Vault } from './vault.ts'

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function listAll(vault: Vault) {
  const { own_keys: own, shared_keys: shared } = await vault.listKeys()
  return [...own.map((key) => ({ ...key, access: 'owner' })), ...shared.map((key) => ({ ...key, access: key.permission as string }))].map(
    ({ id, name, issuer, account, type, access }) => ({ id, name, issuer, account, type, access }),
  )
}

/** The id of a key that is named by its id, or by a name that no other key has. */
export async function findKey(vault: Vault, named: string): Promise<string> {
  if (isId.test(named)) return named
  const keys = await listAll(vault).catch(askForId)
  const same = keys.filter(({ name }) => name === named)
  const alike = same.length > 0 ? same : keys.filter(({ name }) => name.toLowerCase() === named.toLowerCase())
  const [key] = alike
  if (alike.length === 1 && key) return key.id
  if (key === undefined) throw new Failure(`There is no key ${named}. Run: twofold ls`, exits.notAllowed, 'cli.no_such_key')
  const candidates = table(alike.map(({ id, name, issuer, account }) => [id, name, issuer ?? '', account ?? '']))
  throw new Failure(`${alike.length} keys are called ${named}. Name one by its id:\n${candidates}`, exits.usage, 'cli.ambiguous')
}

/** A token that a job got for its identity lists no keys. */
function askForId(error: unknown): never {
  if (!(error instanceof TwofoldError) || error.code !== 'tokens.not_allowed') throw error
  throw new Failure(
    'This token cannot list keys. Name the key by its id, which its owner finds with: twofold ls',
    exits.notAllowed,
    error.code,
  )
}

export function addKeyCommands(program: Command): void {
  program
    .command('ls')
    .description('list keys, or those that TEXT occurs in')
    .argument('[text]')
    .action(async (text: string | undefined, _options, command: Command) => {
      const wanted = plainText(text ?? '')
      const found = (await listAll(await open(command.optsWithGlobals<Where>()))).filter(({ name, issuer, account }) =>
        [name, issuer, account].some((part) => plainText(part ?? '').includes(wanted)),
      )
      if (found.length === 0) say(text === undefined ? 'There are no keys.' : `No key has ${text} in it.`)
      print(table(found.map(({ id, name, issuer, account }) => [id, name, issuer ?? '', account ?? ''])), { keys: found })
    })

  program
    .command('code')
    .description('show the code of a key, which others may see as well')
    .argument('<key>', 'id, or a name that matches exactly one key')
    .action(async (named: string, _options, command: Command) => {
      const vault = await open(command.optsWithGlobals<Where>())
      const answer = await vault.showCode({ params: { id: await findKey(vault, named) } }).catch(nameTake(named))
      const code = masked(answer.code)
      if (process.stderr.isTTY) say(`Good for ${answer.valid_for_seconds} seconds.`)
      print(code, answer)
    })

  program
    .command('add')
    .description('add a key; its secret or otpauth:// link is asked for, or read from stdin')
    .argument('<name>')
    .option('--issuer <name>')
    .option('--account <name>')
    .option('--tag <tag...>')
    .option('--generate', 'have a new secret made, and print its link once')
    .action(async (name: string, options: { issuer?: string; account?: string; tag?: string[]; generate?: true }, command: Command) => {
      const vault = await open(command.optsWithGlobals<Where>())
      const secret = options.generate === true ? undefined : await readSecret('Secret or otpauth:// link')
      if (secret === '') throw new Failure('No secret was given.', exits.usage, 'cli.nothing_entered')
      const { key, provisioning } = await vault.addKey({
        body: {
          name,
          ...(options.issuer !== undefined && { issuer: options.issuer }),
          ...(options.account !== undefined && { account: options.account }),
          ...(options.tag !== undefined && { tags: options.tag }),
          ...(secret !== undefined && (secret.startsWith('otpauth:') ? { uri: secret } : { secret })),
        },
      })
      print(provisioning?.uri ?? key.id, { id: key.id, name: key.name, ...(provisioning && { uri: provisioning.uri }) })
    })
}

/** A service account has no shared codes to look at: it takes one of its own. */
const nameTake = (named: string) => (error: unknown) => {
  if (!(error instanceof TwofoldError) || error.code !== 'tokens.not_allowed') throw error
  throw new Failure(`A service account takes its codes. Run: twofold take ${shellWord(named)}`, exits.notAllowed, error.code)
}

/** As it can be pasted into a shell. */
const shellWord = (text: string) => (/^[\w-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)
