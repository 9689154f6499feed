import { i18n } from '@lingui/core'
import { listMailLogs } from '@twofold/contract/mail-log/logs'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'
import { resizeWindow } from '../../testing/window.ts'

test('on a tablet an address breaks after its @, and not in a name', async () => {
  signInAsAdministrator()
  const mail = {
    id: idOf(1),
    recipient_email: 'alexandra.smith@example.org',
    subject: 'Your Twofold password was changed',
    status: 'sent',
    provider: 'smtp',
    provider_name: 'Relay',
    message_id: '<01a222f4-717e-7175-8948@example.org>',
  } as const
  serve(listMailLogs, { logs: onePage(mail) })
  await open('/admin/email/logs')
  await resizeWindow(768)
  const address = await page.getByText(mail.recipient_email).findElement()
  const line = Number.parseFloat(getComputedStyle(address).lineHeight)
  await expect.poll(() => address.getBoundingClientRect().height).toBeLessThan(2.5 * line)
  const range = document.createRange()
  range.selectNodeContents(address.lastChild ?? address)
  expect(range.getClientRects()).toHaveLength(1)
})

test('on a tablet no date breaks within its digits', async () => {
  const { locale, locales = locale, messages } = i18n
  onTestFinished(() => i18n.loadAndActivate({ locale, locales, messages }))
  i18n.loadAndActivate({ locale, locales: ['de-DE'], messages })
  signInAsAdministrator()
  const mail = {
    id: idOf(1),
    recipient_email: 'maximiliane.hohenstaufen.wittelsbach@department.example.org',
    subject: 'Your Twofold password was changed',
    status: 'delivered',
    provider: 'smtp',
    provider_name: 'Reserveserver des Rechenzentrums Frankfurt-Griesheim',
    message_id: '<01a222f4-717e-7175-8948@example.org>',
    sent_at: '2026-11-29T10:00:00.000Z',
  } as const
  serve(listMailLogs, { logs: onePage(mail) })
  await open('/admin/email/logs')
  await resizeWindow(768)
  const text = (await page.getByText('29.11.2026').findElement()).firstChild ?? document
  const range = document.createRange()
  range.setStart(text, 0)
  range.setEnd(text, '29.11.2026'.length)
  expect(range.getClientRects()).toHaveLength(1)
})

test('on a tablet a long address leaves room for the subjects', async () => {
  signInAsAdministrator()
  const mail = {
    id: idOf(1),
    recipient_email: 'maximiliane.alexandra.hohenstaufen.wittelsbach@department.subsidiary.example.org',
    recipient_name: 'Maximiliane-Alexandra Freifrau von und zu Hohenstaufen-Wittelsbach',
    subject: 'Ann Example invited you to Twofold',
    status: 'sent',
    provider: 'smtp',
    provider_name: 'Reserve of the data center in Frankfurt-Griesheim',
    message_id: '<01a222f4-717e-7175-8948@example.org>',
  } as const
  serve(listMailLogs, { logs: onePage(mail) })
  await open('/admin/email/logs')
  await resizeWindow(768)
  await expect.element(page.getByText(mail.subject)).toBeVisible()
  const subject = await page.getByText(mail.subject).findElement()
  const line = Number.parseFloat(getComputedStyle(subject).lineHeight)
  await expect.poll(() => subject.getBoundingClientRect().height).toBeLessThan(2.5 * line)
})
