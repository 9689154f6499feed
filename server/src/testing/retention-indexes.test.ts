import { expect, test } from 'vitest'
import { tablesReadWhole } from './read-whole.ts'
import { startTestApp } from './start-test-app.ts'

test('rows whose time is over are found by an index, in every table that keeps them for a time', async () => {
  const app = await startTestApp()
  const tasks = await app.listRetained()
  expect(tasks.length).toBeGreaterThan(30)
  const readWhole = await tablesReadWhole({ connection: app.connection, isFilled: false }, async (db) => {
    for (const task of tasks) while (await task.removeBatch(db));
  })
  // They have as many rows as there are nodes and providers.
  expect(readWhole).toEqual(['nodes', 'email_providers'])
})
