import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import type { NpmRun } from './npm-start.ts'
import { createInstallationUnderSignals, type SignalCase } from './signal-cases.ts'

const targets = ['npm', 'shell', 'server'] as const
const signals = ['SIGTERM', 'SIGINT'] as const
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A shell that stays between npm and what it starts, where dash and bash replace themselves. */
async function makeLingeringShell() {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-shell-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'sh')
  await writeFile(file, '#!/bin/sh\n/bin/sh -c "$2"\nexit $?\n')
  await chmod(file, 0o755)
  return file
}

function casesUnder(shell: string, name: string): SignalCase[] {
  const single = targets.flatMap((target) =>
    signals.map((signal) => ({
      title: `${signal} to ${target} under ${name}`,
      shell,
      end: (run: NpmRun) => void process.kill(run[target], signal),
    })),
  )
  const groups = signals.flatMap((signal) => [
    { title: `${signal} to the group under ${name}`, shell, end: (run: NpmRun) => void process.kill(-run.group, signal) },
    {
      title: `${signal} to the group, to the server, and to both again within a second under ${name}`,
      shell,
      async end(run: NpmRun) {
        for (let times = 0; times < 2; times += 1) {
          process.kill(-run.group, signal)
          process.kill(run.server, signal)
          await pause(400)
        }
      },
    },
  ])
  const killed = {
    title: `SIGKILL of npm under ${name}`,
    shell,
    npmWaits: false,
    end: (run: NpmRun) => void process.kill(run.npm, 'SIGKILL'),
  }
  return [...single, ...groups, killed]
}

for (const shell of ['/bin/dash', '/bin/bash']) {
  test(`npm start under ${shell}: no signal to any of its processes cuts a request or loses an acknowledged write`, async () => {
    const installation = await createInstallationUnderSignals()
    for (const one of casesUnder(shell, shell)) {
      console.log(one.title)
      await installation.play(one)
    }
    await installation.finish()
  })
}

test('npm start under a shell that stays: what the shell does not pass on, the server notices', async () => {
  const installation = await createInstallationUnderSignals()
  const shell = await makeLingeringShell()
  // SIGINT is left out: a shell that waits for a program in the foreground leaves that to the program.
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const title = `${signal} to the shell`
    await installation.play({ title, shell, npmWaits: false, end: (run) => void process.kill(run.shell, signal) })
  }
  await installation.play({
    title: 'SIGTERM to npm',
    shell,
    npmWaits: false,
    end: (run) => void process.kill(run.npm, 'SIGTERM'),
  })
  await installation.finish()
})
