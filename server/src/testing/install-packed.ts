import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)
const tools = join(import.meta.dirname, '../../../tools')

/** Packs as `npm run packages` does, and installs one of the files, without a registry, into a folder that has nothing else. */
export async function installPacked(name: 'client' | 'cli' | 'mcp') {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-packed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // What this run was started with would lead npm elsewhere.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key)))
  await run(process.execPath, [join(tools, 'pack-programs.ts'), folder], { env })
  const file = (await readdir(folder)).find((packed) => packed.startsWith(`twofold-${name}-`))
  if (file === undefined) throw new Error(`Nothing was packed for ${name}.`)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'elsewhere', version: '1.0.0', private: true, type: 'module' }))
  await run('npm', ['install', '--offline', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', `./${file}`], {
    cwd: folder,
    env,
  })
  const manifest = JSON.parse(await readFile(join(folder, 'node_modules/@twofold', name, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  return { folder, manifest }
}
