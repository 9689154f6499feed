import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Report } from './release.ts'
import { readWays } from './check-install.ts'
import { startMachine, whyNoMachine } from './systemd-machine.ts'

const mostExposure = 1.5
/** A request from inside, by the Node.js of the package. */
const ask = (path: string) =>
  `/usr/lib/twofold/bin/node -e "fetch('http://127.0.0.1:3000${path}').then(({ status }) => console.log(status), (error) => console.log(error.cause.code))"`

/**
 * The Debian package in a Debian of its own, where systemd really runs: what the document says is followed word for word, the unit serves in its
 * sandbox with the embedded database, a command works beside it, a stop is clean, and a purge leaves the data.
 */
export async function checkDeb(deb: string | undefined, folder: string, report: Report) {
  if (deb === undefined) return report(false, 'there is no Debian package: dpkg-deb is not installed here')
  checkLintian(deb, report)
  const why = whyNoMachine()
  if (why !== undefined) return console.log(`     the Debian package was not installed: ${why}`)
  const machine = await startMachine(folder)
  const { run, root } = machine
  try {
    await copyFile(deb, join(root, 'root', basename(deb)))
    const lines = (await readWays()).get('From the Debian package')?.trim() ?? ''
    const followed = run(lines)
    const link = /http:\/\/localhost:3000\/setup#token=/.test(followed.output)
    report(
      followed.status === 0 && link && run(ask('/login')).stdout.trim() === '200',
      `docs/install.md, From the Debian package: followed word for word below systemd, it serves and names the set-up link${followed.status === 0 && link ? '' : `:\n${followed.output.slice(-3000)}\n${run('journalctl -u twofold --no-pager -n 30').output}`}`,
    )
    const exposure = Number(/exposure level for .*?: ([\d.]+)/.exec(run('systemd-analyze security twofold --no-pager').output)?.[1])
    report(exposure <= mostExposure, `the exposure of the running unit is ${exposure} (at most ${mostExposure})`)
    const verify = run('systemd-analyze verify twofold.service')
    report(
      verify.status === 0 && verify.output === '',
      `systemd-analyze verify has nothing to say about the unit${verify.output && `:\n${verify.output}`}`,
    )
    const doctor = run('twofold doctor || echo "exit code $?"').output
    report(
      !doctor.includes('BROKEN') && /good +Root key/.test(doctor) && !/exit code [^1]/.test(doctor),
      `twofold doctor, as root and without a setting, looks at the installation of the service${/good +Root key/.test(doctor) ? '' : `:\n${doctor}`}`,
    )
    const admin = run('twofold admin create ann@example.org && twofold admin list').output
    report(
      admin.includes('/reset-password#token=') && /ann@example\.org .*active/.test(admin),
      'twofold admin create and list work beside the service',
    )
    run('systemctl stop twofold')
    const result = run('systemctl show twofold -p Result,ExecMainStatus').stdout.trim().split('\n').toSorted().join(' ')
    report(result === 'ExecMainStatus=0 Result=success', `systemctl stop ends it in good order (${result})`)
    const purge = run('apt-get purge -y twofold')
    report(
      purge.status === 0 &&
        purge.output.includes('still in /var/lib/twofold') &&
        existsSync(join(root, 'var/lib/twofold/master.key')) &&
        existsSync(join(root, 'var/lib/twofold/postgres/data/PG_VERSION')) &&
        !existsSync(join(root, 'etc/twofold')) &&
        !existsSync(join(root, 'usr/lib/twofold')),
      'apt-get purge removes the program and its settings, and leaves the data',
    )
  } finally {
    await machine.stop()
  }
}

function checkLintian(deb: string, report: Report) {
  const { status, stdout, error } = spawnSync('lintian', ['--fail-on', 'error', '--tag-display-limit', '3', deb], { encoding: 'utf8' })
  if (error !== undefined) console.log('     the Debian package was not looked at: lintian is not installed here')
  else report(status === 0, `lintian finds no error in the Debian package${status === 0 ? '' : `:\n${stdout}`}`)
}
