import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { createServer } from 'vite'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { openPasswords } from './import-check-passwords.ts'
import { inspectImage } from './src/lib/raster-image.ts'
import { readCodes } from './src/scanner/read-codes.ts'
import { type Drawable, readPicture as readDrawable } from './src/scanner/read-picture.ts'

/*
 * `npm run import-check -- FOLDER [--json]`: what the import screen would make of each file of a folder. Vite runs the readers of the web
 * application as they are, with their sentences; nothing is sent anywhere.
 */

/** `CheckedFile` of web/src/transfer/check-file.ts. */
interface CheckedFile {
  application: string | null
  entries: ({ name: string; kind: string; secret: string; algorithm: string; digits: number } & Record<string, unknown>)[]
  refused: { name: string | null; reason: string }[]
}

interface Checker {
  groupCompanions: (
    files: { name: string }[],
  ) => { file: { name: string }; companions: Record<'keyFile' | 'log', { name: string } | undefined> }[]
  checkFile: (
    name: string,
    bytes: Uint8Array,
    options: {
      companions: { keyFile?: Uint8Array | undefined; log?: Uint8Array | undefined }
      nextPassword: (isWrong: boolean) => Promise<string | undefined>
      readPicture: (bytes: Uint8Array) => Promise<string[] | undefined>
    },
  ) => Promise<CheckedFile>
}

const web = import.meta.dirname

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const folder = process.argv.slice(2).find((argument) => !argument.startsWith('--'))
if (folder === undefined || flags.some((flag) => flag !== '--json')) {
  console.error('Usage: npm run import-check -- FOLDER [--json]')
  process.exit(2)
}
const asJson = flags.includes('--json')
const files = await filesIn(folder).catch(() => undefined)
if (files === undefined) {
  console.error(`There is no folder or file ${folder}.`)
  process.exit(2)
}

// `console.log` drops what cannot be written.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  console.error(`The output cannot be written (${error.code ?? error.message}).`)
  process.exit(2)
})
process.env['LINGUI_CONFIG'] = join(web, 'lingui.config.ts')
const vite = await createServer({
  root: web,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  plugins: [babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' })] })],
})
const passwords = await openPasswords(folder)
let unread = 0
try {
  const { checkFile, groupCompanions } = (await vite.ssrLoadModule('/src/transfer/check-file.ts')) as Checker
  for (const { file: name, companions } of groupCompanions(files.map((path) => ({ name: path })))) {
    const file = relative(folder, name.name) || basename(folder)
    const check = async () =>
      checkFile(file, await readFile(name.name), {
        companions: {
          keyFile: companions.keyFile && (await readFile(companions.keyFile.name)),
          log: companions.log && (await readFile(companions.log.name)),
        },
        nextPassword: passwords.of(file),
        readPicture,
      })
    // A file that the system does not give out is no reason to leave out those after it.
    const checked = await check().catch((error: unknown): CheckedFile => {
      const reason = `This file could not be opened (${error instanceof Error ? error.message : String(error)}).`
      return { application: null, entries: [], refused: [{ name: null, reason }] }
    })
    if (checked.entries.length === 0) unread += 1
    console.log(asJson ? JSON.stringify({ file, ...checked }) : describe(file, checked))
  }
} finally {
  passwords.close()
  await vite.close()
}
process.exitCode = unread > 0 ? 1 : 0

/** All files below a folder but documents about them, links to files too; a file by itself. */
async function filesIn(folder: string): Promise<string[]> {
  if ((await stat(folder)).isFile()) return [folder]
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const named = entries.filter((entry) => !/^(?:README|LICEN[CS]E)(?:\.|$)|^\./i.test(entry.name))
  const paths = await Promise.all(
    named.map(async (entry): Promise<string[]> => {
      const path = join(entry.parentPath, entry.name)
      const isFile = entry.isFile() || (entry.isSymbolicLink() && (await stat(path).catch(() => undefined))?.isFile())
      return isFile ? [path] : []
    }),
  )
  return paths.flat().sort()
}

/** As the page does, with libvips in place of the browser. */
async function readPicture(bytes: Uint8Array): Promise<string[] | undefined> {
  const type = inspectImage(bytes)?.type
  if (type === undefined) return undefined
  // Without it the library would fetch the file from the Internet.
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer }, fireImmediately: true })
  // The only kind of picture that libvips does not read. The reader of the codes reads it by itself.
  if (type === 'image/bmp') return readCodes(bytes)
  // As in the page, a damaged picture of several keeps none of the others back.
  return drawableOf(bytes)
    .then((drawable) => readDrawable(drawable, () => true))
    .catch(() => [])
}

async function drawableOf(bytes: Uint8Array): Promise<Drawable> {
  const { width, height } = await sharp(bytes).metadata()
  return {
    width,
    height,
    async draw(scale, background) {
      const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
      const drawing = sharp(bytes).flatten({ background }).toColourspace('srgb').ensureAlpha().resize(wide, high, { fit: 'fill' }).raw()
      const { data, info } = await drawing.toBuffer({ resolveWithObject: true })
      return { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
    },
    isTransparent: async () => !(await sharp(bytes).stats()).isOpaque,
  }
}

function describe(file: string, { application, entries, refused }: CheckedFile): string {
  const lines = entries.map(({ name, kind, secret, algorithm, digits, period, counter, issuer, account, tags, note, favourite }) => {
    const labels = [kind, algorithm, `${digits} digits`, kind === 'hotp' ? `counter ${String(counter)}` : `${String(period)} s`]
    const more = { issuer, account, tags, note, favourite }
    return `  ${name}: ${labels.join(', ')}, ${secret} ${JSON.stringify(more)}`
  })
  const refusals = refused.map(({ name, reason }) => `  refused${name === null ? '' : `, ${name}`}: ${reason}`)
  return [`${file}: ${application ?? 'not read'}`, ...lines, ...refusals].join('\n')
}
