import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { root } from '../process.mjs'

let time: string | undefined

/** Seconds since 1970 that every file of a release carries: those of `SOURCE_DATE_EPOCH`, else of the last commit when it was begun. */
export const releaseTime = (): string => (time ??= process.env['SOURCE_DATE_EPOCH'] ?? lastCommit())

function lastCommit(): string {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : '0'
}

/** Options of GNU tar for reproducible archives: the same files make the same bytes, regardless of user and time. */
const sameBytes = () => [
  '--sort=name',
  '--format=gnu',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u+rwX,go+rX,go-w',
  `--mtime=@${releaseTime()}`,
]

/** Packs the tree beside it as `.tar.zst`. Returns the file. */
export async function packArchive(tree: string, folder: string): Promise<string> {
  const tar = join(folder, `${basename(tree)}.tar`)
  execFileSync('tar', [...sameBytes(), '-cf', tar, '-C', dirname(tree), basename(tree)])
  const file = `${tar}.zst`
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 12 } })
  await pipeline(createReadStream(tar), compress, createWriteStream(file))
  execFileSync('rm', [tar])
  return file
}

export async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/**
 * Writes `SHA256SUMS`, and beside it `SHA256SUMS.sig` where `RELEASE_KEY_FILE` names an Ed25519 key in PEM:
 * `openssl pkeyutl -verify -rawin -pubin -inkey release.pub -in SHA256SUMS -sigfile SHA256SUMS.sig` checks it.
 */
export async function writeSums(folder: string, files: readonly string[]): Promise<string> {
  const lines = await Promise.all(files.map(async (file) => `${await sha256(file)}  ${basename(file)}\n`))
  const sums = join(folder, 'SHA256SUMS')
  await writeFile(sums, lines.join(''))
  const key = process.env['RELEASE_KEY_FILE']
  if (key !== undefined) await writeFile(`${sums}.sig`, sign(null, Buffer.from(lines.join('')), createPrivateKey(await readFile(key))))
  return sums
}
