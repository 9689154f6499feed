import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exclusively } from './exclusive.mjs'
import { explainEnd } from './explain-failure.mjs'
import { findNode, quietStep, reporting, root } from './process.mjs'

/**
 * A build that is kept until its sources change. It is made in `fresh`, so that the previous one serves until the new one is complete.
 * @typedef {{ what: string, sources: string[], made: string, isWhole: string, fresh: string, record: string,
 * make: (fresh: string) => Promise<{ code: number, output: string }> }} Build
 */

/** @type {Build} */
const pages = {
  what: 'Building the pages',
  sources: ['web', 'locales', 'contract', 'package-lock.json', 'tsconfig.base.json'],
  made: join(root, 'web', 'dist'),
  isWhole: 'index.html',
  fresh: join(root, '.cache', 'web-dist'),
  record: join(root, '.cache', 'web-build'),
  make: (fresh) => quietStep('vite', ['build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir'], 'web'),
}

/** @type {Build} */
const server = {
  what: 'Bundling the server',
  sources: ['server/src', 'locales', 'contract/src', 'server/scripts/bundle.ts', 'package-lock.json'],
  made: join(root, 'server', 'dist'),
  isWhole: 'main.mjs',
  fresh: join(root, '.cache', 'server-dist'),
  record: join(root, '.cache', 'server-build'),
  make: async (fresh) => {
    // V8's compiled code of the bundle before would stay for good.
    await rm(join(root, '.cache', 'node-compile'), { recursive: true, force: true })
    return await quietStep(findNode(), ['server/scripts/bundle.ts', fresh])
  },
}

/** Not sources: installed, built, or written by the build itself. */
const passed =
  /(^|\/)(node_modules|dist|coverage|testing|\.cache)(\/|$)|(^|\/)route-tree\.generated\.ts$|\.(test|faults)\.tsx?$|\.tsbuildinfo$/

/** Builds the web when its sources are not those of the last build. Answers the exit code. */
export const ensureBuilt = () => ensure(pages)

/** The same for the server, which `npm start` runs from a bundle. */
export const ensureBundled = () => ensure(server)

/** @param {Build} build */
async function ensure(build) {
  if (await isBuilt(build)) return 0
  return await exclusively(join(root, '.cache', 'build.lock'), async () => {
    if (await isBuilt(build)) return 0
    const [stamp, before] = [stampOfSources(build), await hashOfSources(build)]
    const { code, output } = await reporting(build.what, () => build.make(build.fresh))
    if (code !== 0) {
      console.error(explainEnd({ what: build.what, code, output, isFirst: !existsSync(build.made) }))
      return code
    }
    await rm(build.record, { force: true })
    await rm(build.made, { recursive: true, force: true })
    await rename(build.fresh, build.made)
    await writeFile(build.record, `${before} ${stamp}`) // edits made meanwhile are built the next time
    return 0
  })
}

/**
 * By content: a checkout or a copy changes every time of modification and no source. Contents are read only where sizes and times are not
 * those of the last look, since that is half of what `npm start` does before it serves.
 * @param {Build} build
 */
async function isBuilt(build) {
  if (!existsSync(join(build.made, build.isWhole))) return false
  const [built, seen] = ((await readFile(build.record, 'utf8').catch(() => undefined)) ?? '').split(' ')
  if (!built) return false
  const stamp = stampOfSources(build)
  if (stamp === seen) return true
  if (built !== (await hashOfSources(build))) return false
  await writeFile(build.record, `${built} ${stamp}`)
  return true
}

/** @param {Build} build */
function stampOfSources({ sources }) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesBelow)) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(join(root, file))
    hash.update(`${file}\0${size} ${mtimeMs} ${ctimeMs} ${ino}\0`)
  }
  return hash.digest('hex')
}

/** @param {Build} build */
async function hashOfSources({ sources }) {
  const files = sources.flatMap(filesBelow)
  const hash = createHash('sha256')
  for (const [index, text] of (await Promise.all(files.map((file) => readFile(join(root, file))))).entries()) {
    hash.update(`${files[index]}\0${text.length}\0`).update(text)
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} paths with slashes, from the root on, always in the same order */
function filesBelow(path) {
  if (/\.\w+$/.test(path)) return [path]
  const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const below = `${path}/${entry.name}`
    if (passed.test(below)) return []
    return entry.isDirectory() ? filesBelow(below) : [below]
  })
}
