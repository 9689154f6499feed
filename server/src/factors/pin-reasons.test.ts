import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

interface Documentation {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>
  components: { responses: Record<string, object> }
}

/** Asked of programs that act for somebody only. */
const ofPrograms = new Set(['POST /keys/{id}/share'])

test('every call that asks for the PIN has a reason in the dialog that asks for it, and no other', async () => {
  const app = await startTestApp()
  const { body } = await app.send<Documentation>('GET', '/api/openapi.json')
  const asksForPin = ({ $ref = '' }) =>
    JSON.stringify(body.components.responses[$ref.split('/').at(-1) ?? ''] ?? {}).includes('`pin.required`')
  const asking = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => Object.values(responses).some(asksForPin))
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
  )
  const dialog = await readFile(new URL('../../../web/src/factors/pin-reason.ts', import.meta.url), 'utf8')
  const named = [...dialog.matchAll(/case '(.+)':/g)].map(([, call = '']) => call)
  expect(named.toSorted()).toEqual(asking.filter((call) => !ofPrograms.has(call)).toSorted())
})
