import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** What is not compressed by its own format. */
const texts = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.wasm'])
/** The best, 11, takes 11 s of somebody's first start for a tenth fewer bytes; this takes half a second (all files, one core). */
const brotliQuality = 5
/** Bytes; smaller files fit into one packet either way. */
const leastBytes = 1024

/** Writes `.br` and `.gz` beside every larger text of the build, for the server to send (`servePages`). */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
        const entries = await readdir(dir, { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile() && texts.has(extname(entry.name)))
        await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))))
      },
    },
  }
}

async function compressFile(path: string) {
  const content = await readFile(path)
  if (content.length < leastBytes) return
  const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }
  await Promise.all([
    promisify(brotliCompress)(content, brotli).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }).then((small) => writeFile(`${path}.gz`, small)),
  ])
}
