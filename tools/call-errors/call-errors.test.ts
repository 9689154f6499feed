import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readCallGraph, reachableCodes } from './call-graph.ts'

/** The codes that each call of a small server can fail with. */
async function codesOf(files: Record<string, string>): Promise<Record<string, string[]>> {
  const root = await mkdtemp(join(tmpdir(), 'twofold-graph-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const folder = join(root, 'server')
  const all = {
    'tsconfig.json':
      '{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "target": "es2024", "types": [], "allowImportingTsExtensions": true }, "include": ["src"] }',
    'src/http.ts': `
      type Code = 'keys.not_found' | 'keys.full' | 'keys.view_only' | 'pin.wrong'
      export const fail = (code: Code) => Object.assign(new Error(code), { code })
      export const route = (call: object, options: object, handler: (id: string) => unknown) => [call, options, handler]
      export const [addKey, getKey, dropKey] = [{}, {}, {}]
    `,
    ...files,
  }
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const { routes } = await readCallGraph(folder)
  return Object.fromEntries([...routes].map(([name, { handler }]) => [name, [...reachableCodes(handler).keys()].toSorted()]))
}

const app = `import { fail, addKey, getKey, dropKey } from './http.ts'
const app = {}
const route = (...parts: [app: object, call: object, options: object, handler: (id: string) => unknown]) => parts
`

test('a call answers what its handler fails with, and what the functions fail with that it calls or passes on', async () => {
  const found = await codesOf({
    'src/keys.ts': `${app}
      const find = (id: string) => { if (id === '') throw fail('keys.not_found'); return id }
      function check(id: string) { return [id].map(find) }
      route(app, getKey, { role: 'user' }, (id) => check(id))
      route(app, addKey, { role: 'user' }, (id) => { if (id === 'x') throw fail('keys.full') })
      route(app, dropKey, { role: 'user' }, () => fail('pin.wrong').message)
    `,
  })
  expect(found).toEqual({ getKey: ['keys.not_found'], addKey: ['keys.full'], dropKey: [] })
})

test('a method of an interface leads to what is wired to it, and a code that depends on a value is every one it can be', async () => {
  const found = await codesOf({
    'src/keys.ts': `${app}
      interface Deps { prove: (pin: string) => void; name: string }
      function createKeys(deps: Deps) {
        return {
          drop(id: string) { deps.prove(id) },
          get(id: string) { throw fail(id === '' ? 'keys.not_found' : 'keys.view_only') },
        }
      }
      const keys = createKeys({ name: 'keys', prove(pin) { if (pin === '') throw fail('pin.wrong') } })
      for (const call of [getKey, addKey]) route(app, call, { role: 'user' }, (id) => keys.get(id))
      route(app, dropKey, { role: 'user' }, (id) => keys.drop(id))
    `,
  })
  expect(found).toEqual({
    getKey: ['keys.not_found', 'keys.view_only'],
    addKey: ['keys.not_found', 'keys.view_only'],
    dropKey: ['pin.wrong'],
  })
})

test('a function that is taken out of what another one makes is followed into it', async () => {
  const found = await codesOf({
    'src/keys.ts': `${app}
      function createFound() {
        function find(id: string) { if (id === '') throw fail('keys.not_found'); return id }
        return { find }
      }
      function createKeys({ find }: ReturnType<typeof createFound>) {
        return { get: (id: string) => find(id) }
      }
      const { get } = createKeys(createFound())
      route(app, getKey, { role: 'user' }, (id) => get(id))
    `,
  })
  expect(found).toEqual({ getKey: ['keys.not_found'] })
})
