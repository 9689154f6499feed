import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import type { CallInput, CallResponse, Endpoint } from '@twofold/contract/endpoint'
import { applyTemplateTheme } from '@twofold/contract/mail-design/template-changes'
import { testTemplate } from '@twofold/contract/mail-delivery/template-trials'
import { call } from './api.ts'
import { inDatabase } from './database.ts'
import type { MailingApplication } from './mailbox.ts'
import type { Person } from './people.ts'

/** Calls as `admin` would by a program. */
export const callAs = <E extends Endpoint>(
  admin: Pick<Person, 'app' | 'token'>,
  endpoint: E,
  input: CallInput<E>,
): Promise<CallResponse<E>> => call(admin.app, endpoint, input, { authorization: `Bearer ${admin.token}` })

/** Sends an e-mail of `template` with sample values, and waits until the mail server has it. Answers its id in the log. */
export async function sendSample({ admin }: Pick<MailingApplication, 'admin'>, template: string, to: string): Promise<string> {
  // All tests share one administrator, who may not try this often.
  await inDatabase(admin.app, 'delete from rate_limits')
  const answer = await callAs(admin, testTemplate, { params: { id: template }, body: { test_email: to, send_method: 'sync' } })
  expect(answer).toMatchObject({ success: true })
  return answer.email_log_id
}

export const giveTheme = (admin: Pick<Person, 'app' | 'token'>, template: string, theme: string) =>
  callAs(admin, applyTemplateTheme, { params: { id: template }, body: { theme, update_template: true, force_system_edit: true } })

/** Simulates a provider's report, at the time given in SQL. */
export const markMail = ({ app }: Pick<MailingApplication, 'app'>, id: string, change: string) =>
  inDatabase(app, `update email_logs set ${change} where id = $1`, [id])

export const preview = (page: Page) => page.locator('iframe:not([aria-hidden])').contentFrame()

/** A server on this machine that nothing in an e-mail may reach; keeps what it was asked for. */
export async function startTrap() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
