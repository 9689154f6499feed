import { spawn } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { access, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { fileTrouble } from '../file-trouble.ts'
import { makeFolder } from '../make-folder.ts'
import { UpgradeError } from './upgrade.error.ts'

export interface ReleaseFile {
  path: string
  /** Name of its single folder. */
  name: string
  version: string
}

/**
 * Identifies a release file after checking it against `SHA256SUMS` beside it, and that list against the signature by `key`. Without a key the
 * checksums prove integrity, but not the origin.
 */
export async function readReleaseFile(path: string, key: string | undefined): Promise<ReleaseFile> {
  const file = basename(path)
  const [, name = '', version = '', machine] = /^(twofold-(\d+\.\d+\.\d+)-(\w+-\w+))\.tar\.zst$/.exec(file) ?? []
  if (version === '') throw new UpgradeError(`${file} is not the archive of a release: those are called twofold-VERSION-linux-x64.tar.zst.`)
  const here = `${process.platform}-${process.arch}`
  if (machine !== here) throw new UpgradeError(`${file} is for another kind of machine. This one needs that for ${here}.`)
  const sums = join(dirname(path), 'SHA256SUMS')
  const list = await readFile(sums).catch((error: unknown) => {
    throw new UpgradeError(`${sums} cannot be read. Download it from where the archive came from, into the same folder.`, { cause: error })
  })
  if (key !== undefined) await requireSigned(list, `${sums}.sig`, key)
  const expected = list
    .toString()
    .split('\n')
    .find((line) => line.endsWith(`  ${file}`))
  if (expected === undefined) throw new UpgradeError(`SHA256SUMS does not name ${file}: it is of another release. Download both again.`)
  if (!expected.startsWith(`${await sha256Of(path)} `)) {
    throw new UpgradeError(`${file} is not as it was published: its SHA-256 differs from SHA256SUMS. Download it again.`)
  }
  return { path, name, version }
}

async function requireSigned(list: Buffer, file: string, key: string) {
  try {
    if (verify(null, list, createPublicKey(await readFile(key)), await readFile(file))) return
  } catch (error) {
    throw new UpgradeError(`The signature ${file} could not be checked with ${key}: ${(error as Error).message}.`, { cause: error })
  }
  throw new UpgradeError(`The owner of ${key} has not signed SHA256SUMS: it was changed, or the key is another one. Nothing was unpacked.`)
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (error) {
    throw new UpgradeError(`${path} cannot be read: ${fileTrouble(error)}.`, { cause: error })
  }
  return hash.digest('hex')
}

/** Unpacks it in `folder`: the whole tree is there under its name and on the disk, or nothing is. Returns it. */
export async function unpackRelease({ path, name, version }: ReleaseFile, folder: string): Promise<string> {
  const [staging, tree] = [join(folder, `.${name}.unpacking`), join(folder, name)]
  await rm(staging, { recursive: true, force: true })
  try {
    await makeFolder(staging)
    await extract(path, staging)
    const made = JSON.parse(await readFile(join(staging, name, 'package.json'), 'utf8')) as { version?: string }
    if (made.version !== version) throw new Error(`it holds the version ${made.version}`)
    await access(join(staging, name, 'bin', 'node'))
    await run('sync', ['-f', staging])
    await rm(tree, { recursive: true, force: true })
    await rename(join(staging, name), tree)
  } catch (error) {
    throw new UpgradeError(`${basename(path)} could not be unpacked into ${folder}: ${(error as Error).message}. Nothing was changed.`, {
      cause: error,
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  return tree
}

async function extract(path: string, target: string) {
  const tar = spawn('tar', ['-x', '--no-same-owner', '-C', target], { stdio: ['pipe', 'ignore', 'pipe'] })
  const { ended, complaint } = watch(tar)
  // tar stops reading at the archive's end mark, before the padding. What matters is that it found the whole archive.
  const fed = pipeline(createReadStream(path), createZstdDecompress(), tar.stdin).catch(() => {})
  const [code] = await Promise.all([ended, fed])
  // tar's message depends on how much of the file was written.
  if (code !== 0) throw new Error(/No space left|Wrote only/.test(complaint()) ? 'there is no room left on the disk' : complaint())
}

async function run(program: string, input: string[]) {
  const { ended, complaint } = watch(spawn(program, input, { stdio: ['ignore', 'ignore', 'pipe'] }))
  if ((await ended) !== 0) throw new Error(complaint())
}

function watch(child: ReturnType<typeof spawn>) {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  // The first complaint is the cause; tar repeats it for each file.
  return { ended, complaint: () => text.trim().split('\n')[0] ?? '' }
}
