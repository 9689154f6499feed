import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { translated } from '@twofold/contract/sentences/translated'

/** Every sentence that a schema of the contract says about a field, in English. */
export async function readSchemaMessages(): Promise<ReadonlySet<string>> {
  const folder = dirname(dirname(fileURLToPath(import.meta.resolve('@twofold/contract/sentences/translated'))))
  const files = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test|\.d)\.ts$/.test(name))
  const seen = new Set<unknown>()
  const messages = new Set<string>()
  for (const file of files) collect({ ...((await import(pathToFileURL(join(folder, file)).href)) as object) }, messages, seen)
  return messages
}

/** Messages of schemas that pages look up by their text: those with a value have a pattern in `contract/src/sentences/complaints.ts`. */
export async function schemaMessages(): Promise<ReadonlySet<string>> {
  const patterns = [...translated].flatMap(([code, text]) => (code.startsWith('complaint.') ? [asExpression(text)] : []))
  return new Set([...(await readSchemaMessages())].filter((message) => !patterns.some((pattern) => pattern.test(message))))
}

const asExpression = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\\\{\w+\\\}/g, '.+')}$`, 's')

/** Collects from a schema, its parts and its checks, and from calls with schemas. */
function collect(value: unknown, messages: Set<string>, seen: Set<unknown>) {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (isZod(value)) {
    const { error, ...rest } = value._zod.def
    const said = typeof error === 'function' ? (error as (issue: object) => unknown)({ input: undefined }) : undefined
    const message = typeof said === 'object' && said !== null && 'message' in said ? said.message : said
    if (typeof message === 'string') messages.add(message)
    collect(rest, messages, seen)
  } else for (const part of Object.values(value)) collect(part, messages, seen)
}

const isZod = (value: object): value is { _zod: { def: Record<string, unknown> } } => '_zod' in value
