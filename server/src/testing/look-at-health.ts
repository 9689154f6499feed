import { getSystemHealth, type HealthCheckName } from '@twofold/contract/admin/health'
import type { EmailApp } from '../mail-delivery/testing/start-email-app.ts'

export const minute = 60_000

export async function look(app: EmailApp, name: HealthCheckName) {
  const { body } = await app.admin.call(getSystemHealth, {})
  const check = body.checks.find((one) => one.name === name)
  if (check === undefined) throw new Error(`Nothing was said about ${name}.`)
  return { ...check, overall: body.status }
}

export const failMails = async (app: EmailApp, count: number) => {
  const failed_at = app.clock.date()
  for (let index = 0; index < count; index += 1) await app.addMail({ failed_at })
}
