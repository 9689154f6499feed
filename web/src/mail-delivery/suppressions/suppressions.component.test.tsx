import { getMailLog, listMailLogs } from '@twofold/contract/mail-log/logs'
import {
  addSuppression,
  exportSuppressions,
  importSuppressions,
  listSuppressions,
  removeSuppression,
  type Suppression,
} from '@twofold/contract/mail-delivery/suppressions'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import type { Said } from '../../testing/example.ts'
import { button, pressIn } from '../../testing/fields.ts'
import { takeFiles } from '../../testing/files.ts'
import { pressEscape } from '../../testing/keyboard.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { refusal, serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()

beforeEach(() => void signInAsAdministrator())

test('an address is suppressed by hand, found, and let through again', async () => {
  let suppressed: Said<Suppression>[] = []
  serve(listSuppressions, ({ query: { search = '' } }) => ({
    suppressions: onePage(...suppressed.filter(({ email }) => email?.includes(search))),
  }))
  serve(addSuppression, ({ body: { email, detail = null } }) => {
    if (suppressed.some((one) => one.email === email)) return refusal('email.already_suppressed')
    suppressed = [{ id: idOf(1), email, detail, reason: 'manual', created_by: { id: idOf(2), name: 'Ada Example' } }]
    return { message: 'The address gets no more e-mails.' }
  })
  serve(removeSuppression, () => {
    suppressed = []
    return { message: 'The address gets e-mails again.' }
  })
  await open('/admin/email/suppressions')
  await button('Add address').click()
  const dialog = page.getByRole('dialog', { name: 'Add an address' })
  await dialog.getByLabelText('Email').fill('nobody')
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await expect.element(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByLabelText('Email').fill('bo@example.org')
  await dialog.getByLabelText('Reason').fill('Asked by telephone')
  await pressIn(dialog.getByLabelText('Reason'), '{Enter}')
  await says('The address gets no more e-mails.')
  await page.getByLabelText('Search addresses').fill('bo@example.org')
  await expectAddress(/search=/)
  const entry = page.getByRole('table', { name: 'Suppression List' }).getByRole('row').filter({ hasText: 'bo@example.org' })
  for (const text of [/Added by hand/, /Asked by telephone/, /Ada Example/]) await expect.element(entry).toMatchTextContent(text)
  await expectAccessible()

  await button('Add address').click()
  await dialog.getByLabelText('Email').fill('bo@example.org')
  await pressIn(dialog.getByLabelText('Email'), '{Enter}')
  await expect.element(dialog.getByText('This address is on the suppression list already.')).toBeVisible()
  await pressEscape()
  await button('Discard changes').click()

  await button('Remove bo@example.org').click()
  await page.getByRole('alertdialog', { name: 'Remove bo@example.org?' }).getByRole('button', { name: 'Remove' }).click()
  await says('The address gets e-mails again.')
  await expect.element(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
})

test('a suppressed address leads to the e-mail that came back, and a list that cannot be loaded says so', async () => {
  serve(listSuppressions, refusal('server.failed'))
  await open('/admin/email/suppressions')
  await expect.element(page.getByRole('heading', { name: 'The suppression list could not be loaded' })).toBeVisible()
  const bounced = { id: idOf(1), email: 'bo@example.org', reason: 'bounce' as const, detail: '550 no such user', log_id: idOf(5) }
  serve(listSuppressions, { suppressions: onePage(bounced) })
  await button('Retry The suppression list could not be loaded').click()
  await says('550 no such user')
  serve(listMailLogs, {})
  const asked = serve(getMailLog, { log: { id: idOf(5), recipient_email: 'bo@example.org', status: 'bounced' } })
  await page.getByRole('link', { name: 'The e-mail that bounced' }).click()
  await expect.element(page.getByRole('dialog').getByText('bo@example.org').first()).toBeVisible()
  expect(new Set(asked.map(({ params }) => params.id))).toEqual(new Set([idOf(5)]))
})

test('a complaint and an unsubscription are called that, and not a bounce', async () => {
  const reported = { id: idOf(1), email: 'complaint@example.org', reason: 'complaint', log_id: idOf(9) } as const
  const unsubscribed = { id: idOf(2), email: 'unsubscribe@example.org', reason: 'unsubscribe' } as const
  serve(listSuppressions, { suppressions: onePage<Said<Suppression>>(reported, unsubscribed) })
  await open('/admin/email/suppressions')
  await expect.element(page.getByRole('link', { name: 'The reported e-mail' })).toBeVisible()
  await button('Remove complaint@example.org').click()
  await says('The recipient reported this e-mail as unwanted. Write again only if they have asked you to.')
  await pressEscape()
  await button('Remove unsubscribe@example.org').click()
  await says('The recipient unsubscribed. Write again only if they have asked you to.')
})

test('a complaint beside a bounce is shown, and the question says that it stays', async () => {
  const entry = { id: idOf(1), email: 'bo@example.org', reason: 'bounce', complained_at: '2026-11-03T10:00:00.000Z' } as const
  serve(listSuppressions, { suppressions: onePage<Said<Suppression>>(entry) })
  await open('/admin/email/suppressions')
  await says(/Complained as well, /)
  await button('Remove bo@example.org').click()
  await says('The recipient also complained. The address stays on the list for that, as an entry of its own.')
  expect(page.getByText('This address gets e-mails again').elements()).toEqual([])
})

test('the list is narrowed down to a reason, which stands in the address and goes into the file', async () => {
  const asked = serve(listSuppressions, {
    suppressions: onePage<Said<Suppression>>({ id: idOf(1), email: 'bo@example.org', reason: 'bounce' }),
  })
  const files = takeFiles()
  const exported = serve(
    exportSuppressions,
    new Response('email\r\n', { headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="list.csv"' } }),
  )
  await open('/admin/email/suppressions?reason=pigeon')
  await expectAddress('/admin/email/suppressions')
  await page.getByLabelText('Reason').selectOptions('Bounced')
  await expectAddress('/admin/email/suppressions?reason=bounce')
  await expect.poll(() => asked.at(-1)?.query).toEqual({ reason: 'bounce', page: 1 })
  await button('Export').click()
  await expect.poll(() => files).toHaveLength(1)
  expect(exported.map(({ query }) => query)).toEqual([{ reason: 'bounce' }])
})

test('a file of another service is imported in parts, and its addresses without a reason get the one that is chosen', async () => {
  serve(listSuppressions, { suppressions: onePage<Said<Suppression>>() })
  const asked = serve(importSuppressions, ({ body: { entries } }) => ({ added: entries.length - 1, known: 1 }))
  await open('/admin/email/suppressions')
  await button('Import').click()
  const dialog = page.getByRole('dialog', { name: 'Import addresses' })
  const choose = (text: string) => dialog.getByLabelText(/Drop a CSV file here/).upload(new File([text], 'list.csv', { type: 'text/csv' }))
  await choose('name,created\nBo,1443651125\n')
  await says(
    'This file has no addresses that can be read. Choose a CSV file of at most 25 MB that is whole and names its columns in the first line.',
  )
  const rows = Array.from({ length: 501 }, (_, index) => `person${index}@example.org,1443651125`)
  await choose(['email,created', ...rows, 'nobody,1443651125', ''].join('\n'))
  await says(/501 addresses were read\. 1 row without a valid address is left out\./)
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('unsubscribe')
  await expectAccessible()
  await dialog.getByLabelText('Reason').selectOptions('Complained')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await says('Imported: 499. On the list before: 2.')
  expect(asked.map(({ body }) => body.entries.length)).toEqual([500, 1])
  expect(asked[1]?.body.entries).toEqual([{ email: 'person500@example.org', reason: 'complaint', since: '2015-09-30T22:12:05.000Z' }])
})
