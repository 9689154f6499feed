import { listNotifications } from '@twofold/contract/admin/notifications'
import { createProvider, changeProvider } from '@twofold/contract/mail-delivery/providers'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { startEmailApp, useSmtpSink } from '../../mail-delivery/testing/start-email-app.ts'

async function started(daily_limit = 20) {
  const app = await startEmailApp()
  const { provider } = await useSmtpSink()
  const { body } = await app.admin.call(createProvider, { body: { ...provider, daily_limit } })
  const notices = async () => {
    await app.mailWatch.look()
    const { notifications } = (await app.admin.call(listNotifications, { query: {} })).body
    return notifications.map(({ type, title, message }) => `${type} ${title}: ${message}`)
  }
  return { ...app, provider, id: body.provider.id, notices }
}

test('no notification is sent while nothing is wrong', async () => {
  expect(await (await started()).notices()).toEqual([])
})

test('a provider that an administrator switched off is reported once, with who did it', async () => {
  const app = await started()
  const params = { id: app.id }
  await app.admin.call(changeProvider, { params, body: { ...app.provider, is_active: false } })
  const expected = ['info E-mail provider disabled: Main is no longer used: Administrator switched it off.']
  expect(await app.notices()).toEqual(expected)
  await app.admin.call(changeProvider, { params, body: { ...app.provider, name: 'Main', is_active: false } })
  expect(await app.notices()).toEqual(expected)
})

test('a quota that is used up is reported once for its day', async () => {
  const app = await started()
  const starts_at = new Date(app.clock.date().toISOString().slice(0, 10))
  await app.db.insertInto('email_quotas').values({ provider_id: app.id, scale: 'day', starts_at, used: 19 }).execute()
  expect(await app.notices()).toEqual([])
  await app.db.updateTable('email_quotas').set({ used: 20 }).execute()
  const expected = [
    'alert E-mail provider out of quota: Main has sent all 20 e-mails of this day. Another provider takes over, or e-mails wait.',
  ]
  expect(await app.notices()).toEqual(expected)
  expect(await app.notices()).toEqual(expected)
})

test('a quota of one e-mail is reported as one', async () => {
  const app = await started(1)
  const starts_at = new Date(app.clock.date().toISOString().slice(0, 10))
  await app.db.insertInto('email_quotas').values({ provider_id: app.id, scale: 'day', starts_at, used: 1 }).execute()
  expect(await app.notices()).toEqual([
    'alert E-mail provider out of quota: Main has sent its 1 e-mail of this day. Another provider takes over, or e-mails wait.',
  ])
})

test('a provider that is left alone after failures is reported with its last error', async () => {
  const app = await started()
  const open_until = new Date(app.clock.now() + 60_000)
  await app.db.updateTable('email_providers').set({ failures: 5, open_until, last_error: 'Connection refused' }).execute()
  expect(await app.notices()).toEqual(['alert E-mail provider failing: Main is left alone for a while: Connection refused'])
})

test('ten e-mails that failed within ten minutes are a burst, nine are not', async () => {
  const app = await started()
  const failed_at = app.clock.date()
  for (let mail = 0; mail < 9; mail += 1) await app.addMail({ id: uuid(), failed_at })
  expect(await app.notices()).toEqual([])
  await app.addMail({ id: uuid(), failed_at })
  expect(await app.notices()).toEqual(['alert Many e-mails fail: 10 e-mails have failed within 10 minutes.'])
})
