import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { inject, onTestFinished } from 'vitest'

const run = promisify(execFile)
const tools = join(import.meta.dirname, '../../../tools')

// npm's variables of this run would redirect the nested npm.
const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key)))

/** Packs as `npm run packages` does, once for all workers of the run. */
async function pack(): Promise<string> {
  const packed = inject('packedPrograms')
  const tool = (await import(pathToFileURL(join(tools, 'exclusive.mjs')).href)) as {
    exclusively: (file: string, work: () => Promise<void>) => Promise<void>
  }
  await tool.exclusively(`${packed}.lock`, async () => {
    if (existsSync(packed)) return
    await run(process.execPath, [join(tools, 'pack-programs.ts'), `${packed}.fresh`], { env })
    await rename(`${packed}.fresh`, packed)
  })
  return packed
}

/** Installs what was packed, without a registry, into a folder that has nothing else but the packed files. */
export async function installPacked(name: 'client' | 'cli' | 'mcp') {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-packed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(await pack(), folder, { recursive: true })
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
