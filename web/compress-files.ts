import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Types that are not compressed already. */
const texts = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.wasm'])
/** The best, 11, takes 11 s of somebody's first start for a tenth fewer bytes; this takes half a second (all files, one core). */
const brotliQuality = 5
/** For files sent before the first screen can be used, where a tenth is 13 kB: 0.4 s more. */
const brotliQualityOfFirst = 10
const firstPages = ['login.html', 'dashboard.html']
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
        const first = await namedBy(firstPages.map((page) => join(dir, page)))
        await Promise.all(
          files.map(({ parentPath, name }) => compressFile(join(parentPath, name), first.has(name) ? brotliQualityOfFirst : brotliQuality)),
        )
      },
    },
  }
}

/** The names of the scripts and style sheets that pages name. */
async function namedBy(pages: string[]): Promise<Set<string>> {
  const texts = await Promise.all(pages.map((page) => readFile(page, 'utf8')))
  return new Set(texts.flatMap((text) => [...text.matchAll(/\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name)))
}

async function compressFile(path: string, quality: number) {
  const content = await readFile(path)
  if (content.length < leastBytes) return
  const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_QUALITY]: quality } }
  await Promise.all([
    promisify(brotliCompress)(content, brotli).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }).then((small) => writeFile(`${path}.gz`, small)),
  ])
}
