import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { inFolder, serve } from './check-run.ts'
import type { Release, Report } from './release.ts'

/** Arguments after `twofold`, the exit code, and the output. */
type Case = readonly [input: string[], code: number, said: RegExp, others?: Record<string, string>]

const secrets = {
  ADMIN_PASSWORD: 'correct horse battery',
  METRICS_TOKEN: 'a token of this check',
  BACKUP_PASSWORD: 'a password of this check',
  MASTER_KEY: randomBytes(32).toString('base64'),
}

/**
 * Every command of `bin/twofold`, with no Node.js but its own: on nothing, beside a server that serves, and after it, each with what it refuses.
 * What a refusal prints says what failed, why and what to do, and never where in the program. Secrets come from files.
 */
export const checkCommands = ({ archive, tree }: Release, report: Report) =>
  inFolder(async (place) => {
    execFileSync('tar', ['--zstd', '-xf', archive, '-C', place])
    const name = basename(tree)
    await symlink(name, join(place, 'current'))
    const program = join(place, 'current', 'bin', 'twofold')
    const dataDir = join(place, 'data')
    const env: Record<string, string> = { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' }
    const tried = new Set<string>()
    function attempt(title: string, cases: readonly Case[], settings = env) {
      const wrong = cases.flatMap(([input, code, said, others]) => {
        tried.add(input[0] ?? '')
        const { status, stdout, stderr } = spawnSync(program, input, { env: { ...settings, ...others }, encoding: 'utf8' })
        const isFramed = code !== 1 || input[0] === 'doctor' || /^\n {2}(Twofold cannot start|twofold [\w-]+ failed)\.\n/.test(stderr)
        const isRight = status === code && said.test(stdout + stderr) && isFramed && !/\n\s+at .*:\d+/.test(stderr)
        return isRight ? [] : [`twofold ${input.join(' ')} ended with ${status} and not ${code}, ${said}:\n${stdout}${stderr}`]
      })
      report(wrong.length === 0, `${title} (${cases.length})${wrong.map((line) => `\n     ${line}`).join('')}`)
    }

    attempt('where no installation is, a command makes none', onNothing)
    report(!existsSync(dataDir), 'the folder that was named is still not there')
    attempt('what cannot be read as a command is refused, with what there is', misread)
    attempt('help names every command, and the version is said', [
      [['help'], 0, /twofold serve[^]*twofold doctor[^]*twofold upgrade FILE/],
      [['backup', '--help'], 0, /twofold backup/],
      [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
    ])

    const files: Record<string, string> = {}
    for (const [variable, secret] of Object.entries(secrets)) {
      files[`${variable}_FILE`] = join(place, variable)
      await writeFile(join(place, variable), `${secret}\n`, { mode: 0o600 })
    }
    const settings = { ...env, ADMIN_EMAIL: 'ann@example.org', ...files }
    const { address, output, stop } = await serve(program, settings)
    if (address === undefined) return report(false, `with secrets in files it did not start:\n${output()}`)
    await checkSecrets(address, report)
    const exported = join(place, 'audit.csv')
    attempt('every command works beside a server that serves', beside(exported), settings)
    const backup = (await readdir(join(dataDir, 'backups'))).find((one) => one.endsWith('.backup')) ?? ''
    const file = join(place, 'kept.backup')
    await copyFile(join(dataDir, 'backups', backup), file)
    await checkUpgradeFiles(archive, place)
    attempt('and says why where it cannot', refused({ place, exported, archive, file }), settings)
    const code = await stop()
    report(code === 0, `SIGTERM ends the server with exit code ${code} (0)`)

    const damaged = await flip(file, join(place, 'damaged.backup'))
    attempt(
      'restoring is refused until it is clear',
      [
        [['restore', file], 1, /not empty: it has 2 accounts.*--replace/],
        [['restore', damaged, '--replace'], 1, /is damaged.*use another copy/],
        [['restore', file, '--replace'], 1, /BACKUP_PASSWORD/, { BACKUP_PASSWORD_FILE: '', BACKUP_PASSWORD: 'another password' }],
        [['restore', file, '--replace'], 0, /Restored what was there[^]*all links are void/],
        [['admin', 'list'], 0, /ann@example\.org .*active/],
      ],
      settings,
    )
    const names = [...execFileSync(program, ['help'], { env, encoding: 'utf8' }).matchAll(/^ {2}twofold ([\w-]+)/gm)].map(
      ([, one = '']) => one,
    )
    const left = names.filter((one) => !tried.has(one) && !['serve', 'demo'].includes(one))
    report(left.length === 0, `every command of the list was tried${left.length === 0 ? '' : `, but for ${left.join(', ')}`}`)
  })

const nothing = /There is no installation in .*data\. Set DATA_DIR/
const onNothing: Case[] = [
  [['doctor'], 1, /There is no installation in .*data yet/],
  ...[['backup'], ['drill'], ['rotate-keys'], ['admin', 'list'], ['admin', 'create', 'ann@example.org'], ['audit', 'verify']].map(
    (input): Case => [input, 1, nothing],
  ),
  [['migrate', '--beside', '0.1.0'], 1, nothing],
]

const unreachable = { DATABASE_URL: 'postgres://twofold:hunter22@127.0.0.1:1/twofold' }
const misread: Case[] = [
  [['dance'], 1, /There is no command "dance"\. There are:[^]*twofold doctor/],
  [['backup', 'today'], 1, /takes nothing after its name, and was given today/],
  [['serve', '--port', '80'], 1, /takes nothing after its name, and was given --port 80/],
  [['admin'], 1, /twofold admin reset EMAIL/],
  [['admin', 'list', 'all'], 1, /twofold admin reset EMAIL/],
  [['audit'], 1, /twofold audit verify FILE/],
  [['doctor', '--loud'], 1, /twofold doctor --wait-ready SECONDS/],
  [['restore'], 1, /twofold restore FILE \[--replace\]/],
  [['restore', '--from', 's3'], 1, /S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY/],
  [['upgrade', 'a', 'b'], 1, /twofold upgrade FILE \[--key FILE\]/],
  [['migrate'], 1, /The embedded database has its two roles by itself/],
  [['backup'], 1, /PORT must be a whole number/, { PORT: 'eighty' }],
  [['admin', 'list'], 1, /The database cannot be reached\. Check that it runs, and DATABASE_URL/, unreachable],
  [['doctor'], 2, /BROKEN +PostgreSQL +The database cannot be reached/, unreachable],
  [
    ['backup'],
    1,
    /METRICS_TOKEN and METRICS_TOKEN_FILE are both set/,
    { METRICS_TOKEN: 'a token of this check', METRICS_TOKEN_FILE: '/x' },
  ],
]

const beside = (exported: string): Case[] => [
  [['doctor'], 1, /good +Root key/],
  [['doctor', '--json'], 1, /^\{"status":"warning"/],
  [['doctor', '--wait-ready', '5'], 2, /did not become ready within 5 seconds/], // PORT=0 is asked
  [['admin', 'create', 'bea@example.org'], 0, /\/reset-password#token=/],
  [['admin', 'reset', 'ann@example.org'], 0, /\/reset-password#token=/],
  [['admin', 'list'], 0, /ann@example\.org .*active[^]*bea@example\.org .*never signed in/],
  [['backup'], 0, /is made, and was read back[^]*opens with BACKUP_PASSWORD/],
  [['drill'], 0, /was restored for a trial: \d+ rows, and all \d+ encrypted values opened/],
  [['rotate-keys'], 0, /Done: \d+ values are encrypted anew, and \d+ old keys are gone/],
  [['audit', 'verify'], 0, /All \d+ rows are as they were written/],
  [['audit', 'export', exported], 0, /Exported \d+ rows/],
  [['audit', 'verify', exported], 0, /are as they were exported/],
  [['migrate', '--beside', '0.1.0'], 0, /Migrations made beside Twofold 0\.1\.0: 0/],
]

const refused = (at: { place: string; exported: string; archive: string; file: string }): Case[] => [
  [['admin', 'create', 'ann@example.org'], 1, /has an account already.*twofold admin reset ann@example\.org/],
  [['admin', 'create', 'ann'], 1, /ann is not an e-mail address/],
  [['admin', 'reset', 'cy@example.org'], 1, /not the address of an active administrator/],
  [['audit', 'export', at.exported], 1, /cannot be written: it is there already\. Name another file/],
  [['audit', 'export', '/nowhere/audit.csv'], 1, /cannot be written: there is no such place/],
  [['audit', 'export', 'audit.txt'], 1, /has to end in \.csv or \.json/],
  [['audit', 'verify', '/nowhere/audit.csv'], 1, /cannot be read: there is no such place/],
  [['audit', 'verify', join(at.place, 'folder.csv')], 1, /cannot be read: it is a folder/],
  [['restore', at.file, '--replace'], 1, /Another Twofold process.*is using the data in/],
  [['restore', '/nowhere/a.backup'], 1, /cannot be read.*Mind the path/],
  [['upgrade'], 1, /No upgrade is unfinished\. Name the archive/],
  [['upgrade', join(at.place, 'photo.jpg')], 1, /is not the archive of a release/],
  [['upgrade', join(at.place, 'published', basename(at.archive))], 1, /is the version that is installed/],
  [['upgrade', join(at.place, 'flipped', basename(at.archive))], 1, /is not as it was published: its SHA-256 differs/],
]

/** The archive of this release, and one with a flipped byte, each beside the list of sums. */
async function checkUpgradeFiles(archive: string, place: string) {
  const [published, flipped] = [join(place, 'published'), join(place, 'flipped')]
  for (const folder of [published, flipped, join(place, 'folder.csv')]) await mkdir(folder)
  await copyFile(archive, join(published, basename(archive)))
  await flip(archive, join(flipped, basename(archive)))
  const sums = execFileSync('sha256sum', [basename(archive)], { cwd: published })
  for (const folder of [published, flipped]) await writeFile(join(folder, 'SHA256SUMS'), sums)
}

async function flip(from: string, to: string): Promise<string> {
  const bytes = await readFile(from)
  const at = bytes.length - 100
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  await writeFile(to, bytes)
  return to
}

async function checkSecrets(address: string, report: Report) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'ann@example.org', password: secrets.ADMIN_PASSWORD })
  const [signIn, metrics] = await Promise.all([
    fetch(`${address}/api/auth/login`, { method: 'POST', headers, body }),
    fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${secrets.METRICS_TOKEN}` } }),
  ])
  report(
    signIn.status === 200 && metrics.status === 200,
    `root key, administrator's password and metrics' token are read from files (${signIn.status}, ${metrics.status})`,
  )
}
