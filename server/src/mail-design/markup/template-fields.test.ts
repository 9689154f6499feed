import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'

test('every wrong field of a template is named at once: what it says, its theme and its provider', async () => {
  const { admin } = await startEmailApp()
  const wrong = {
    name: 'Our greeting',
    category: 'notification',
    is_active: true,
    subject: '{% include "x" %}',
    html_content: '<p>{{ nobody.name }}</p>',
    theme_slug: 'no-such-theme',
    provider_id: crypto.randomUUID(),
  }
  const fieldsOf = async (method: string, path: string, body: object) =>
    Object.keys((await admin.send(method, `/api/admin/email/templates${path}`, { body })).body.errors ?? {}).toSorted()
  const all = ['html_content', 'provider_id', 'subject', 'theme_slug']
  expect(await fieldsOf('POST', '', wrong)).toEqual(all)
  expect(await fieldsOf('PUT', '/key-shared', wrong)).toEqual(all)
  expect(await fieldsOf('POST', '', { ...wrong, subject: 'Hello', html_content: '<p>Hello</p>' })).toEqual(['provider_id', 'theme_slug'])
})
