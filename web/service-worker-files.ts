import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rolldown } from 'vite'

/** Larger files (decoders, editors) are fetched when they are used. */
const mostBytes = 400_000
/** Catalogues, and the words for what the server says by code. */
const isOfLanguages = /^\/assets\/(messages|translate)-[^/]+\.js$/

/** Files of the build that the service worker (`src/sw.ts`) caches. The version is a hash of every file and of the worker's own code. */
export async function serviceWorkerFiles(files: (Rolldown.OutputAsset | Rolldown.OutputChunk)[], publicFolder: string, workerCode: string) {
  const contents = files.map((file) => ({ path: file.fileName, bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source) }))
  const page = contents.find(({ path }) => path === 'index.html')
  const entry = files.find((file) => file.type === 'chunk' && file.isEntry)
  if (!page || !entry || !page.bytes.includes(entry.fileName)) throw new Error('The build has no page with a script.')
  const icon = { path: 'logo.svg', bytes: await readFile(join(publicFolder, 'logo.svg')) }
  const hash = createHash('sha256').update(workerCode)
  for (const { path, bytes } of [...contents, icon].sort((a, b) => (a.path < b.path ? -1 : 1)))
    hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  const paths = [...contents, icon]
    .filter(({ path, bytes }) => path !== 'index.html' && !path.endsWith('.webmanifest') && bytes.length <= mostBytes)
    .map(({ path }) => `/${path}`)
  return {
    version: hash.digest('hex').slice(0, 16),
    entry: `/${entry.fileName}`,
    files: paths.filter((path) => !isOfLanguages.test(path)),
    languages: paths.filter((path) => isOfLanguages.test(path)),
  }
}
