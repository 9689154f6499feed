import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { installPacked } from './install-packed.ts'
import { startOfWindow } from './start-of-window.ts'
import { startTestApp } from './start-test-app.ts'

const run = promisify(execFile)

const program = `
import { createClient, type ErrorCode, TwofoldError } from '@twofold/client'

const [, , url = '', token = ''] = process.argv
const vault = createClient({ url, token })
const { key } = await vault.addKey({ body: { name: 'GitHub', issuer: 'GitHub' } })
const { own_keys: [first] } = await vault.listKeys()
const { take } = await vault.takeCode({ params: { id: key.id }, body: { wait_seconds: 0, min_valid_seconds: 1 } })
const code: ErrorCode | undefined = await vault.getKey({ params: { id: 'x' } }).then(
  () => undefined,
  (error) => (error instanceof TwofoldError ? error.code as ErrorCode : undefined),
)
console.log(JSON.stringify({ name: first?.name, state: take.state, digits: take.code?.length, code }))
`

test('the client is installed from its packed file alone, is typed, small and without dependencies, and calls a real server', async () => {
  const { folder, manifest } = await installPacked('client')
  expect(Object.keys(manifest).filter((name) => /dependencies|private|scripts/i.test(name))).toEqual([])
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['.package-lock.json', '@twofold'])
  const built = await readFile(join(folder, 'node_modules/@twofold/client/dist/index.js'))
  expect(gzipSync(built, { level: 9 }).length).toBeLessThanOrEqual(5 * 1024)

  await writeFile(join(folder, 'program.ts'), program)
  const settings = {
    compilerOptions: { strict: true, module: 'nodenext', target: 'esnext', lib: ['esnext', 'dom'], types: [], noEmit: true },
  }
  await writeFile(join(folder, 'globals.d.ts'), 'declare const process: { argv: string[] }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
  const compile = () =>
    run(process.execPath, [compiler, '-p', folder]).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    )
  expect(await compile()).toBe('')
  await writeFile(
    join(folder, 'program.ts'),
    program.replace("name: 'GitHub', issuer", "nmae: 'GitHub', issuer").replace('take.code?', 'take.cod?'),
  )
  expect((await compile()).match(/error TS\d+/g)).toHaveLength(2)

  await writeFile(join(folder, 'program.ts'), program)
  const app = await startTestApp({ now: startOfWindow() })
  const person = await app.signUp('ann@example.org')
  const { stdout } = await run(process.execPath, ['program.ts', app.url, person.token], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual({ name: 'GitHub', state: 'handed', digits: 6, code: 'request.invalid' })
})

test('npm run operations leaves nothing to write: the client is what the contract is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-stale-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const generate = join(import.meta.dirname, '../../../client/scripts/generate.ts')
  await expect(run(process.execPath, [generate, '--check'])).resolves.toMatchObject({ stderr: '' })
  const stale = join(folder, 'operations.generated.ts')
  await writeFile(stale, 'export const operations = ""')
  await expect(run(process.execPath, [generate, '--check', stale])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run operations') as string,
  })
})
