import { checkResending, listMailLogs, type MailLog, resendMails } from '@twofold/contract/mail-log/logs'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import type { Said } from '../../testing/example.ts'
import { button } from '../../testing/fields.ts'
import { open } from '../../testing/open.tsx'
import { pageOf } from '../../testing/paging.ts'
import { serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const address = 'bo@example.org'
const says = (text: string) => expect.element(page.getByText(text).first()).toBeVisible()

test('failed e-mails are selected across pages and sent again; the question and the result name those left out', async () => {
  signInAsAdministrator()
  const mails = Array.from({ length: 26 }, (_, index): Said<MailLog> => ({
    id: idOf(index + 1),
    recipient_email: address,
    subject: `Mail ${index + 1}`,
    status: index === 0 ? 'sent' : 'failed',
  }))
  serve(listMailLogs, ({ query: { page: number } }) => ({ logs: pageOf(mails, number) }))
  const left = {
    id: idOf(26),
    recipient_email: address,
    subject: 'Mail 26',
    message: 'This e-mail was already sent again. The log shows the outcome.',
  }
  serve(checkResending, ({ body: { ids } }) => ({ ready: ids.length - 1, left_out: [left] }))
  const sent = serve(resendMails, { message: '1 of 2 done.', results: [{ ...left, ok: false }] })
  await open('/admin/email/logs')
  await page.getByRole('checkbox', { name: `Select ${address}: Mail 2`, exact: true }).click()
  // One that was sent cannot be selected.
  expect(page.getByRole('checkbox', { name: `Select ${address}: Mail 1`, exact: true }).elements()).toHaveLength(0)
  await button('Next page').click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await says('2 selected')
  await page.getByRole('group', { name: 'Selected' }).getByRole('button', { name: 'Resend' }).click()
  const question = page.getByRole('alertdialog', { name: 'Resend the selected e-mails?' })
  await expect.element(question.getByText('1 e-mail goes out again, as a new one.')).toBeVisible()
  await expect.element(question.getByRole('list', { name: 'Left out' }).getByText(/already sent again/)).toBeVisible()
  await expectAccessible()
  await question.getByRole('button', { name: 'Resend' }).click()
  await says('1 of 2 done.')
  await page.getByRole('dialog', { name: 'Results' }).getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByRole('group', { name: 'Selected' })).not.toBeInTheDocument()
  expect(sent.map(({ body }) => body.ids)).toEqual([[idOf(2), idOf(26)]])
})
