import { confirmFactor } from '@twofold/contract/factors'
import { codeAt, enrolTotp } from '../factors/testing/second-factors.ts'
import type { Started } from './insiders.ts'

/** Another administrator, here for long, with a second factor, and the PIN entered. */
export async function withFactor(app: Started, email: string) {
  const di = await app.administrator(email)
  await app.growOld()
  const { secret: own } = await enrolTotp(app, di)
  await di.enterPin()
  app.clock.advance(30_000)
  await di.call(confirmFactor, { body: { method: 'totp', code: codeAt(own, app.clock.now()) } })
  return di
}
