import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@twofold/contract/endpoint'
import names from '@twofold/contract/operations.json' with { type: 'json' }

/** Every call of the contract by its operation id, as `contract/operations.json` freezes them. */
export async function readOperations(): Promise<Map<string, Endpoint>> {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@twofold/contract/operations.json'))), 'src')
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const exported = new Map<string, unknown>()
  for (const file of files)
    for (const [name, value] of Object.entries((await import(join(folder, file))) as object)) exported.set(name, value)
  return new Map(
    Object.values(names).map((name) => {
      const call = exported.get(name)
      if (call === undefined) throw new Error(`The contract exports no call ${name}.`)
      return [name, call as Endpoint]
    }),
  )
}
