import type { Application } from './application.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { startSetUpApplication } from './people.ts'

/** An application that knows an issuer, which the test runs, and Google, which is out of reach. */
export type Elsewhere = { app: Application; issuer: Issuer; stop(): Promise<void> }

export async function startElsewhere(): Promise<Elsewhere> {
  const issuer = await startIssuer('Example ID')
  const app = await startSetUpApplication({ ...issuer.environment, TRUSTED_PROXIES: '127.0.0.1' })
  const stop = async () => {
    await app.stop()
    await issuer.stop()
  }
  return { app, issuer, stop }
}
