// Writes the extension into the folder that it is given, or extension/dist; with a second path, also a zip of it that is the same for the same sources.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { zipSync } from 'fflate'
import { rolldown } from 'rolldown'
import { translations } from './messages.ts'

const extension = join(import.meta.dirname, '..')
const [, , folder = join(extension, 'dist'), archive] = process.argv

await rm(folder, { recursive: true, force: true })
await cp(join(extension, 'public'), folder, { recursive: true })
const english = JSON.parse(await readFile(join(folder, '_locales/en/messages.json'), 'utf8')) as Parameters<typeof translations>[0]
for (const [language, messages] of Object.entries(await translations(english, join(extension, '../locales')))) {
  await mkdir(join(folder, '_locales', language), { recursive: true })
  await writeFile(join(folder, '_locales', language, 'messages.json'), `${JSON.stringify(messages, null, 2)}\n`)
}
await mkdir(join(folder, 'icons'))
await cp(join(extension, '../web/public/icons/app-192.png'), join(folder, 'icons/192.png'))
const bundle = await rolldown({
  cwd: extension,
  input: { popup: 'src/popup.ts', options: 'src/options.ts', worker: 'src/worker.ts' },
  platform: 'browser',
  resolve: { conditionNames: ['twofold-source', 'import', 'browser', 'default'] },
  logLevel: 'warn',
})
await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js', minify: true })
await bundle.close()

if (archive !== undefined) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  const entries = await Promise.all(
    paths.toSorted().map(async (path) => [relative(folder, path).split(sep).join('/'), await readFile(path)] as const),
  )
  // The earliest time of the format, so that the archive does not depend on when it was built.
  await writeFile(archive, zipSync(Object.fromEntries(entries), { level: 9, mtime: new Date(1980, 0, 1) }))
}
