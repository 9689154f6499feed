import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exclusively } from './exclusive.mjs'
import { explainFailure } from './explain-failure.mjs'
import { quietStep, reporting, root } from './process.mjs'

const record = join(root, '.cache', 'web-build')
const pages = join(root, 'web', 'dist')
/** Where they are built: those that were built before are served until these are whole. */
const fresh = join(root, '.cache', 'web-dist')
const sources = ['web', 'contract', 'package-lock.json', 'tsconfig.base.json']
/** What is no source: installed, built, or written by the build itself. */
const passed = /(^|\/)(node_modules|dist|coverage)(\/|$)|\.generated\.ts$|\.test\.tsx?$|\.tsbuildinfo$/

/** Builds the web when its sources are not those of the last build. Answers the exit code. */
export async function ensureBuilt() {
  if (await isBuilt()) return 0
  return await exclusively(join(root, '.cache', 'build.lock'), async () => {
    if (await isBuilt()) return 0
    const before = await hashOfSources()
    const { code, output } = await reporting('Building the pages', () =>
      quietStep('vite', ['build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir'], 'web'),
    )
    if (code !== 0) {
      console.error(explainFailure(output) ?? output.trim())
      return code
    }
    await rm(record, { force: true })
    await rm(pages, { recursive: true, force: true })
    await rename(fresh, pages)
    await writeFile(record, before) // what was edited meanwhile is built the next time
    return 0
  })
}

async function isBuilt() {
  if (!existsSync(join(pages, 'index.html'))) return false
  const built = await readFile(record, 'utf8').catch(() => undefined)
  return built !== undefined && built === (await hashOfSources())
}

/** By content: a checkout or a copy changes every time of modification and no source. */
async function hashOfSources() {
  const files = (await Promise.all(sources.map(filesBelow))).flat().sort()
  const hash = createHash('sha256')
  for (const [index, text] of (await Promise.all(files.map((file) => readFile(join(root, file))))).entries()) {
    hash.update(`${files[index]}\0${text.length}\0`).update(text)
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {Promise<string[]>} paths with slashes, from the root on */
async function filesBelow(path) {
  if (path.includes('.')) return [path]
  /** @param {string} folder @returns {Promise<string[]>} */
  const walk = async (folder) => {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    const inside = entries.filter(({ name }) => !passed.test(`${folder}/${name}`))
    const nested = inside.map(async (entry) => {
      const below = `${folder}/${entry.name}`
      return entry.isDirectory() ? await walk(below) : [below]
    })
    return (await Promise.all(nested)).flat()
  }
  return await walk(path)
}
