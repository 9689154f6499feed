/*
 * Writes `src/operations.generated.ts` from the contract: every call by its operation id, with the types of what it takes and answers; with
 * `--check` it only compares and fails when the file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogue } from '@twofold/contract/error-catalogue'
import type { Endpoint } from '@twofold/contract/endpoint'
import { readOperations } from './read-operations.ts'
import { mayBeEmpty, typeOf } from './type-of.ts'

const [, , mode, file = join(import.meta.dirname, '../src/operations.generated.ts')] = process.argv

const text = write(await readOperations())
if (mode === '--check') {
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error('The client is out of date. Run: npm run operations')
    process.exitCode = 1
  }
} else await writeFile(file, text)

function write(operations: Map<string, Endpoint>): string {
  // Sorted by path, so that neighbors are similar and compress well: the table is most of what a page loads.
  const calls = [...operations].toSorted(([, one], [, other]) =>
    one.path < other.path ? -1 : one.path > other.path ? 1 : one.method < other.method ? -1 : 1,
  )
  return `// Written by \`npm run operations\` from the contract.

/** \`path METHOD name\`, then \`*\` where the call takes an Idempotency-Key and \`file\` where it answers a file or a stream. */
export const operations: string = \`
${calls.map(([name, { method, path, idempotent, files }]) => `${path} ${method} ${name}${idempotent === false ? '' : ' *'}${files.length > 0 ? ' file' : ''}`).join('\n')}\`

/** Every code that the server names an error by. */
export type ErrorCode =
${Object.keys(catalogue)
  .map((code) => `  | '${code}'`)
  .join('\n')}

/** What each call takes and answers. error: the codes that are its own, in addition to those of sessions, tokens, limits and fields. */
export interface Operations {
${calls.map(([name, call]) => describe(name, call)).join('\n')}
}
`
}

function describe(name: string, { method, path, summary, params, query, body, response, files, errors }: Endpoint): string {
  const fields = Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema === undefined ? [] : [`${part}${part !== 'body' && mayBeEmpty(schema) ? '?' : ''}: ${typeOf(schema, 'input')}`],
  )
  const input = fields.length === 0 ? 'Record<never, never>' : `{ ${fields.join('; ')} }`
  return `  /** ${summary.replaceAll('*/', '* /')}. \`${method} ${path}\` */
  ${name}: { input: ${input}; answer: ${files.length > 0 ? 'Response' : typeOf(response, 'output')}; error: ${errors.map((code) => `'${code}'`).join(' | ') || 'never'} }`
}
