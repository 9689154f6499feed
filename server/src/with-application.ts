import { type Application, createApp } from './app.ts'
import { openInstallation } from './open-installation.ts'
import { type Config, readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'

/** For a command: an application next to the running one, which works on no jobs. `timeoutMs`: time to shut down. */
export async function withApplication(
  { logLevel, timeoutMs }: { logLevel: 'warn' | 'silent'; timeoutMs: number },
  act: (app: Application, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(logLevel)
  const data = await openInstallation({ config, log })
  const app = await createApp({ config, log, ...data })
  try {
    await app.jobs.start({ work: false })
    await act(app, config)
  } finally {
    await app.stop(timeoutMs)
    await data.close()
  }
}
