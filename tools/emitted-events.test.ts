import { expect, test } from 'vitest'
import { eventCatalogue } from '../contract/src/event-catalogue.ts'
import { listPaths, read } from './documents.mjs'

test('every event of the catalogue is emitted, so that nobody waits for an e-mail that never comes', () => {
  const isEmitting = (path: string) =>
    path.startsWith('server/src/') && path.endsWith('.ts') && !/\.(test|faults)\.ts$|\/testing\/|\/system-templates\//.test(path)
  const emitted = new Set(
    listPaths()
      .filter(isEmitting)
      .flatMap((path) => [...read(path).matchAll(/\bemit\([^)]{0,80}?'([\w.]+)'(?:\s*:\s*'([\w.]+)')?/g)])
      .flatMap(([, event, otherwise]) => [event, otherwise]),
  )
  // Digests are emitted by their kind, and a trial is sent to the address that an administrator types.
  expect(Object.keys(eventCatalogue).filter((event) => !emitted.has(event))).toEqual(['digest.weekly', 'digest.monthly', 'test.email'])
})
