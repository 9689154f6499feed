import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@twofold/contract/endpoint'

/** Every call of the contract, by method and path. */
export async function readContract(): Promise<Endpoint[]> {
  const found = (await readModules()).flatMap((module) => Object.values(module)).filter(isEndpoint)
  return [...new Map(found.map((endpoint) => [nameOf(endpoint), endpoint])).values()].toSorted((one, other) =>
    nameOf(one).localeCompare(nameOf(other)),
  )
}

/** The name under which the contract exports each call, by method and path. */
export async function readOperations(): Promise<Map<string, string>> {
  const named = (await readModules()).flatMap((module) => Object.entries(module))
  const calls = named.filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
  return new Map(calls.map(([name, call]) => [nameOf(call), name] as const).toSorted(([one], [other]) => one.localeCompare(other)))
}

async function readModules(): Promise<Record<string, unknown>[]> {
  const folder = fileURLToPath(new URL('../../../contract/src', import.meta.url))
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((file) => join(folder, relative(folder, join(file.parentPath, file.name))))
  return Promise.all(paths.map((path) => import(path) as Promise<Record<string, unknown>>))
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

/** `GET /keys`. */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
