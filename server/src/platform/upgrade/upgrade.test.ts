import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { findInstallation } from './installation.ts'
import { upgrade, type UpgradeOptions } from './upgrade.ts'

const nameOf = (version: string) => `twofold-${version}-${process.platform}-${process.arch}`
const [old, next] = [nameOf('0.1.0'), nameOf('0.2.0')]

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function writeTree(folder: string, name: string, version: string) {
  await mkdir(join(folder, name, 'bin'), { recursive: true })
  await writeFile(join(folder, name, 'bin', 'node'), 'a program')
  await writeFile(join(folder, name, 'package.json'), JSON.stringify({ version }))
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The archive of a release that does nothing, with its sums. */
async function publish(version: string, inside = version, ballast = 0) {
  const folder = await makeFolder()
  const name = nameOf(version)
  await writeTree(folder, name, inside)
  await writeFile(join(folder, name, 'ballast'), randomBytes(ballast))
  const bytes = zstdCompressSync(execFileSync('tar', ['-c', '-C', folder, name], { maxBuffer: 16_000_000 }))
  const file = join(folder, `${name}.tar.zst`)
  await writeFile(file, bytes)
  await writeFile(join(folder, 'SHA256SUMS'), `${sumOf(bytes)}  ${basename(file)}\n`)
  return file
}

/** Installs 0.1.0. Its service records what was started; those in `broken` never become ready. */
async function install({ broken = [] as string[], folder = '' } = {}) {
  folder ||= await makeFolder()
  await writeTree(folder, old, '0.1.0')
  await symlink(old, join(folder, 'current'))
  const installation = await findInstallation(join(folder, 'current'))
  const [acts, said]: [string[], string[]] = [[], []]
  const doing = async (act: string) => void acts.push(act)
  const run = (file: string | undefined, others: Partial<UpgradeOptions> = {}) =>
    upgrade({
      installation,
      running: '0.1.0',
      file,
      key: undefined,
      readyWithinMs: 20,
      prepare: () => doing('prepare'),
      migrate: (tree) => doing(`migrate by ${basename(tree)}`),
      restart: async () => doing(`start ${await installation.current()}`),
      isReady: (name) => Promise.resolve(!broken.includes(name)),
      movingSince: () => undefined,
      say: (sentence) => void said.push(sentence),
      ...others,
    })
  return { folder, installation, acts, said, run }
}

test('a release is tried, unpacked beside, migrated and started, in this order, and the old one stays', async () => {
  const { folder, installation, acts, run } = await install()
  await run(await publish('0.2.0'))
  expect(acts).toEqual(['prepare', `migrate by ${next}`, `start ${next}`])
  expect(await installation.current()).toBe(next)
  expect((await readdir(folder)).sort()).toEqual(['current', old, next])
})

test('a release that never becomes ready gives way to the old one', async () => {
  const { installation, acts, run } = await install({ broken: [next] })
  await expect(run(await publish('0.2.0'))).rejects.toThrow(`${old} serves again, and nothing is lost.`)
  expect(acts.slice(-2)).toEqual([`start ${next}`, `start ${old}`])
  expect(await installation.current()).toBe(old)
  expect(await installation.unfinished()).toBeUndefined()
})

test('a release that moves the data has until it has moved them, and one whose move fails and begins again has not', async () => {
  const slow = await install()
  let asked = 0
  // It is asked four times a second: the move takes longer than a release may, and both leave a slow machine two seconds.
  const isReady = () => Promise.resolve((asked += 1) > 10)
  await slow.run(await publish('0.2.0'), { isReady, movingSince: () => (asked < 10 ? 1 : undefined), readyWithinMs: 2000 })
  expect(await slow.installation.current()).toBe(next)

  const failing = await install({ broken: [next] })
  let moves = 0
  await expect(failing.run(await publish('0.2.0'), { movingSince: () => (moves += 1) })).rejects.toThrow(`${old} serves again`)
  expect(await failing.installation.current()).toBe(old)
})

test('a release is asked once at least, though the machine stood still for as long as it has', async () => {
  const { installation, run } = await install()
  await run(await publish('0.2.0'), { readyWithinMs: 0 })
  expect(await installation.current()).toBe(next)
})

test('a service that cannot be started with the new release is given the old one', async () => {
  const { installation, run } = await install()
  const restart = async () => {
    if ((await installation.current()) === next) throw new Error('systemctl ended with 1')
  }
  await expect(run(await publish('0.2.0'), { restart })).rejects.toThrow(/did not become ready: systemctl ended with 1.*serves again/)
  expect(await installation.current()).toBe(old)
})

test('one flipped byte in the archive is refused before anything is done', async () => {
  const { acts, folder, run } = await install()
  const file = await publish('0.2.0')
  const bytes = await readFile(file)
  bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100)
  await writeFile(file, bytes)
  await expect(run(file)).rejects.toThrow('is not as it was published: its SHA-256 differs')
  expect(acts).toEqual([])
  expect((await readdir(folder)).sort()).toEqual(['current', old])
})

test('with a key, sums that its owner did not sign are refused', async () => {
  const { acts, run } = await install()
  const file = await publish('0.2.0')
  const sums = join(file, '..', 'SHA256SUMS')
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = join(file, '..', 'release.pub')
  await writeFile(key, publicKey.export({ type: 'spki', format: 'pem' }))
  await expect(run(file, { key })).rejects.toThrow(/could not be checked/)
  await writeFile(`${sums}.sig`, sign(null, Buffer.from('another list'), privateKey))
  await expect(run(file, { key })).rejects.toThrow(/has not signed SHA256SUMS/)
  expect(acts).toEqual([])
  await writeFile(`${sums}.sig`, sign(null, await readFile(sums), privateKey))
  await run(file, { key })
  expect(acts).toContain(`start ${next}`)
})

test.each([
  ['0.1.0', 'is the version that is installed'],
  ['0.0.9', 'is older than 0.1.0'],
])('the release %s is refused: it %s', async (version, sentence) => {
  const { acts, run } = await install()
  await expect(run(await publish(version))).rejects.toThrow(sentence)
  expect(acts).toEqual([])
})

test('a file that is no release of this machine, or is not in the list, or holds another version, is refused', async () => {
  const { folder, run, installation } = await install()
  await expect(run('/tmp/photo.jpg')).rejects.toThrow('is not the archive of a release')
  await expect(run('/tmp/twofold-0.2.0-amiga-m68k.tar.zst')).rejects.toThrow('is for another kind of machine')
  const file = await publish('0.2.0')
  await writeFile(join(file, '..', 'SHA256SUMS'), '')
  await expect(run(file)).rejects.toThrow('SHA256SUMS does not name')
  await expect(run(await publish('0.2.0', '0.3.0'))).rejects.toThrow('it holds the version 0.3.0. Nothing was changed.')
  expect((await readdir(folder)).sort()).toEqual(['current', old])
  expect(await installation.current()).toBe(old)
})

test.each(['prepare', 'migrate'] as const)('when %s fails, what serves is not touched', async (step) => {
  const { installation, acts, run } = await install()
  await expect(run(await publish('0.2.0'), { [step]: () => Promise.reject(new Error('no')) })).rejects.toThrow('no')
  expect(acts.filter((act) => act.startsWith('start'))).toEqual([])
  expect(await installation.current()).toBe(old)
  expect(await installation.unfinished()).toBeUndefined()
})

test('two upgrades at once: one is refused, and the next one may start when the first has ended', async () => {
  const { run } = await install()
  const file = await publish('0.2.0')
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: began, resolve: begin } = Promise.withResolvers<void>()
  const first = run(file, {
    prepare: () => {
      begin()
      return held
    },
    migrate: () => Promise.reject(new Error('stop here')),
  })
  await began
  await expect(run(file)).rejects.toThrow('Another upgrade of')
  letGo()
  await expect(first).rejects.toThrow('stop here')
  await run(file)
})

/** The process ends at once: no later step is carried out, and nothing is tidied up. */
const steps = ['before the switch', 'after the switch', 'after the restart'] as const
test.each(steps)('an upgrade that was killed %s is ended by the next call', async (step) => {
  const { installation, acts, said, run } = await install()
  await writeTree(installation.folder, next, '0.2.0')
  await installation.remember({ from: old, to: next })
  if (step !== 'before the switch') await installation.point(next)
  if (step === 'after the restart') acts.push(`start ${next}`)
  await run(undefined)
  expect(said[0]).toBe(`An upgrade from ${old} to ${next} was interrupted. It goes on.`)
  expect(acts.at(-1)).toBe(`start ${next}`)
  expect(await installation.current()).toBe(next)
  expect(await installation.unfinished()).toBeUndefined()
})

test('a half unpacked release is no trouble for the next call', async () => {
  const { folder, installation, run } = await install()
  await mkdir(join(folder, `.${next}.unpacking`, next, 'bin'), { recursive: true })
  await run(await publish('0.2.0'))
  expect(await installation.current()).toBe(next)
  expect((await readdir(folder)).sort()).toEqual(['current', old, next])
})

test('a release that was not installed beside a link learns how it is upgraded', async () => {
  const folder = await makeFolder()
  await writeTree(folder, old, '0.1.0')
  await expect(findInstallation(join(folder, old))).rejects.toThrow(/There is no link .*current.*A Debian package is upgraded with apt/)
})

/** A disk of so many bytes, where this user may mount one. */
async function mountDisk(size: number) {
  const folder = await makeFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}

test('a disk that is full while a release is unpacked, or before the switch, changes nothing, and with room the upgrade is made', async ({
  skip,
}) => {
  const disk = (await mountDisk(1_000_000)) ?? skip('No disk can be mounted here.')
  const { folder, installation, acts, run } = await install({ folder: disk })
  await expect(run(await publish('0.2.0', '0.2.0', 2_000_000))).rejects.toThrow(
    /could not be unpacked into .*there is no room left on the disk\. Nothing was changed\./s,
  )
  expect(await installation.current()).toBe(old)
  expect((await readdir(folder)).sort()).toEqual(['current', old])

  const small = await publish('0.2.0')
  const filler = join(folder, 'filler')
  await expect(run(small, { migrate: () => writeFile(filler, Buffer.alloc(2_000_000)).catch(() => {}) })).rejects.toThrow()
  expect([await installation.current(), acts.filter((act) => act.startsWith('start'))]).toEqual([old, []])
  await rm(filler)
  await run(small)
  expect([await installation.current(), acts.at(-1)]).toEqual([next, `start ${next}`])
})
