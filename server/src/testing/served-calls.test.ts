import { webhookPaths } from '@twofold/contract/mail-design/mail-paths'
import { validate } from '@scalar/openapi-parser'
import { expect, test } from 'vitest'
import { nameOf } from './read-contract.ts'
import { startTestApp } from './start-test-app.ts'
import { contract, documentedBy } from './documented-calls.ts'

test('every call of the contract is served, documented, and nothing else is but what providers of e-mail post', async () => {
  const app = await startTestApp()
  const posted = Object.values(webhookPaths).map((path) => `POST ${path.replace(/^\/api/, '')}`)
  expect((await documentedBy(app)).sort()).toEqual([...new Set([...contract.map(nameOf), ...posted])].sort())
})

test('the description of the API is valid OpenAPI 3.1', async () => {
  const app = await startTestApp()
  const { text } = await app.send('GET', '/api/openapi.json')
  expect(await validate(text)).toMatchObject({ valid: true, version: '3.1' })
  expect(await validate(text.replace('"responses"', '"answers"'))).toMatchObject({ valid: false })
})
