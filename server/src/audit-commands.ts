import { rm } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { v7 as uuid } from 'uuid'
import { createAuditChain } from './platform/audit-chain/audit-chain.ts'
import { type ExportFormat, writeExport } from './platform/audit-chain/export-file.ts'
import { verifyFile } from './platform/audit-chain/verify-file.ts'
import { createAuditTrailRepository } from './platform/audit.repository.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { createDatabase } from './platform/database.ts'
import { fileTrouble, openNamedFile } from './platform/file-trouble.ts'
import { createLog } from './platform/log.ts'
import { InputError } from './platform/input-error.ts'
import { openInstallation } from './open-installation.ts'
import { commandLine } from './platform/command-line.ts'

/** Milliseconds per statement over the whole log. No request waits for the connection. */
const statementTimeoutMs = 120_000

const usage = `Say what to do:
  ${commandLine('audit', 'verify')}                            the log in the database
  ${commandLine('audit', 'verify FILE [--fingerprint TEXT]')}  an export, by itself
  ${commandLine('audit', 'export FILE')}                       FILE ends in .csv or .json`

const wholeRows = (rows: number, upTo = '') => (rows === 1 ? `The 1 row${upTo} is as it was` : `All ${count(rows)}${upTo} are as they were`)

const count = (rows: number, what = 'row') => `${rows.toLocaleString('en-US')} ${what}${rows === 1 ? '' : 's'}`

/** `npm run audit -- verify [FILE]` and `npm run audit -- export FILE`. The exit code is 1 where something is not as it was written. */
export async function audit(): Promise<void> {
  const { verb, file, fingerprint } = readInput(process.argv.slice(3))
  if (verb === 'export' && file !== undefined && fingerprint === undefined) return exportTo(file)
  if (verb === 'verify' && file !== undefined) return verifyExport(file, fingerprint)
  if (verb === 'verify' && fingerprint === undefined) return verifyLog()
  throw new InputError(usage)
}

function readInput(input: string[]): { verb: string | undefined; file: string | undefined; fingerprint: string | undefined } {
  try {
    const { positionals, values } = parseArgs({ args: input, options: { fingerprint: { type: 'string' } }, allowPositionals: true })
    const [verb, file, ...rest] = positionals
    if (rest.length === 0) return { verb, file: file && resolve(process.env['INIT_CWD'] ?? '.', file), fingerprint: values.fingerprint }
  } catch {
    // An option that there is not.
  }
  throw new InputError(usage)
}

function formatOf(file: string): ExportFormat {
  const ending = extname(file).toLowerCase()
  if (ending === '.csv') return 'csv'
  if (ending === '.json') return 'json'
  throw new InputError(`${file} has to end in .csv or .json.`)
}

const unusable = (file: string, act: 'read' | 'written', cause: unknown) =>
  new InputError(`${file} cannot be ${act}: ${fileTrouble(cause)}.`, { cause })

async function openFile(file: string, flags: 'r' | 'wx') {
  try {
    return await openNamedFile(file, flags)
  } catch (error) {
    throw unusable(file, flags === 'r' ? 'read' : 'written', error)
  }
}

async function withChain(
  work: (chain: ReturnType<typeof createAuditChain>, data: Awaited<ReturnType<typeof openInstallation>>) => Promise<void>,
) {
  const config = readConfig(process.env)
  const log = createLog('warn')
  const data = await openInstallation({ config, log })
  const backgroundDb = createDatabase({
    connection: data.connection,
    poolSize: 1,
    log,
    statementTimeout: statementTimeoutMs,
    name: 'twofold-audit',
    isPreparing: false,
  })
  try {
    await work(createAuditChain({ db: backgroundDb, backgroundDb, crypto: data.crypto, clock: systemClock, log }), data)
  } finally {
    await backgroundDb.destroy()
    await data.close()
  }
}

const verifyLog = () =>
  withChain(async (chain) => {
    await chain.linkAll()
    const { rows, beginning, checkpoint, waiting, found } = await chain.verify()
    console.log(`\n  Key: ${chain.signer.fingerprint}`)
    if (beginning !== undefined) sayBeginning(beginning)
    if (waiting > 0) console.log(`  ${count(waiting)} not linked yet. Verify again in a moment.`)
    if (found !== undefined) return reportBreak(found.sentence, `${count(rows)} before it ${rows === 1 ? 'is' : 'are'} whole.`)
    const signed =
      checkpoint === undefined ? 'no checkpoint is signed yet' : `signed up to row ${checkpoint.sequence} at ${checkpoint.signed_at}`
    console.log(`  ${wholeRows(rows)} written; ${signed}.\n`)
  })

const sayBeginning = ({ sequence, until }: { sequence: number; until: string }) =>
  console.log(
    `  Begins at row ${sequence + 1}: retention removed the ${count(sequence)} before it, all from before ${until.slice(0, 10)} (UTC).`,
  )

async function verifyExport(file: string, expected: string | undefined): Promise<void> {
  const format = formatOf(file)
  const input = await openFile(file, 'r')
  const { rows, unlinked, isFiltered, exportedAt, checkpoint, beginning, fingerprint, found } = await verifyFile(
    input.createReadStream(),
    format,
  )
  console.log(`\n  Key: ${fingerprint ?? 'no valid signature'}`)
  if (beginning !== undefined) sayBeginning(beginning)
  if (isFiltered) console.log('  The file is filtered: its rows are verified one by one, and rows that the filter left out are not known.')
  if (unlinked > 0)
    console.log(
      `  ${count(unlinked)} not linked yet when the file was made: only the signature of the file protects ${unlinked === 1 ? 'it' : 'them'}.`,
    )
  if (found !== undefined) return reportBreak(found.sentence, `${count(rows)} read.`)
  if (expected !== undefined && expected !== fingerprint)
    return reportBreak('The file is signed by another key than the one you named.', '')
  const upTo = isFiltered || checkpoint === undefined ? '' : ` up to row ${checkpoint}`
  console.log(`  ${wholeRows(rows, upTo)} exported at ${exportedAt}.`)
  if (expected === undefined)
    console.log('  Compare the key with the fingerprint that you keep: anybody can sign a file with a key of their own.')
  console.log('')
}

function reportBreak(sentence: string, rest: string) {
  console.error(`  Not whole. ${sentence} ${rest}\n`)
  process.exitCode = 1
}

const exportTo = (file: string) => {
  const format = formatOf(file)
  return withChain(async (chain, { db }) => {
    // Refuses to write over a file that is there.
    const out = await openFile(file, 'wx')
    try {
      await createAuditTrailRepository(db).put({
        id: uuid(),
        happened_at: new Date(),
        actor_id: null,
        actor_name: null,
        actor_email: null,
        action: 'audit.exported' as const,
        target_kind: null,
        target_id: null,
        target_name: null,
        before: null,
        after: JSON.stringify({ format, by: 'npm run audit' }),
        ip: null,
      })
      await chain.linkAll()
      const { checkpoint, beginning, waits } = await chain.seal()
      const sequence = checkpoint?.statement.sequence ?? 0
      const after = beginning?.statement.sequence ?? 0
      const pieces = writeExport(chain.listAll({ sequence, after, waits }), {
        format,
        filters: {},
        checkpoint,
        beginning,
        signer: chain.signer,
        exportedAt: new Date(),
      })
      for await (const piece of pieces)
        await out.appendFile(piece).catch((error: unknown) => {
          throw unusable(file, 'written', error)
        })
      console.log(`\n  Exported ${count(sequence - after)} to ${file}.\n  Key: ${chain.signer.fingerprint}\n`)
    } catch (error) {
      // Half of it is no export, and would be in the way of the next one.
      await rm(file, { force: true })
      throw error
    } finally {
      await out.close()
    }
  })
}
