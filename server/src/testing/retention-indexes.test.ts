import { expect, test } from 'vitest'
import { createDeletedProfiles } from '../accounts/deleted-profiles.repository.ts'
import { createSentMailRepository } from '../mail-delivery/delivery/sent-mail.repository.ts'
import { createProvidersRepository } from '../mail-delivery/providers/providers.repository.ts'
import { createDecisionStorage } from '../mail-rules/mappings/decision-storage.repository.ts'
import { tablesReadWhole } from './read-whole.ts'
import { startTestApp } from './start-test-app.ts'

test('rows whose time is over are found by an index, in every table that keeps them for a time', async () => {
  const app = await startTestApp()
  const tasks = await app.listRetained()
  expect(tasks.length).toBeGreaterThan(30)
  const readWhole = await tablesReadWhole(app.connection, async (db) => {
    for (const task of tasks) while (await task.removeBatch(db));
  })
  // They have as many rows as there are nodes and providers.
  expect(readWhole).toEqual(['nodes', 'email_providers'])
})

test('an account is removed, and a provider looked at and deleted, without reading the e-mails of everybody else', async () => {
  const app = await startTestApp()
  const id = crypto.randomUUID()
  const person = { id, addresses: ['ann@example.org', 'Ann@example.org'], until: app.clock.date() }
  const readWhole = await tablesReadWhole(app.connection, async (db) => {
    await createSentMailRepository(db).removeSentTo(person)
    await createDecisionStorage(db).removeAbout(person)
    await createDeletedProfiles(db).remove(id)
    await createProvidersRepository(db).findUse(id)
    await createProvidersRepository(db).remove(id, app.clock.date())
  })
  // There are few of each.
  expect(readWhole).toEqual(['email_mappings', 'email_templates'])
})
