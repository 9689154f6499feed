import { test } from 'vitest'
import { createInstallationUnderSignals } from './signal-cases.ts'

const onLinux = process.platform === 'linux'

test.runIf(onLinux)(
  'npm start cuts no request and loses no write when npm gets SIGTERM, or the whole group and the server get SIGINT',
  async () => {
    const installation = await createInstallationUnderSignals()
    await installation.play({ title: 'SIGTERM to npm', shell: '/bin/dash', end: ({ npm }) => void process.kill(npm, 'SIGTERM') })
    await installation.play({
      title: 'SIGINT to the group and, 300 ms later, to the server',
      shell: '/bin/bash',
      async end({ group, server }) {
        process.kill(-group, 'SIGINT')
        await new Promise((resolve) => setTimeout(resolve, 300))
        process.kill(server, 'SIGINT')
      },
    })
    await installation.finish()
  },
  240_000,
)
