import { afterEach, expect, test, vi } from 'vitest'
import { browserStorage } from './browser-storage.ts'

afterEach(() => {
  browserStorage.removeItem('auth_token')
  vi.unstubAllGlobals()
})

/** A storage with a value from before, that is full now. */
function fullStorage() {
  const kept = new Map([['auth_token', 'before']])
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem, removeItem: (key: string) => kept.delete(key) })
  return kept
}

function forbiddenStorage() {
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
}

test.each([['full', fullStorage] as const, ['forbidden', forbiddenStorage] as const])(
  'with a storage that is %s a value lasts as long as the page, and goes when it is removed',
  (_, stub) => {
    stub()
    browserStorage.setItem('auth_token', 'new')
    expect(browserStorage.getItem('auth_token')).toBe('new')
    browserStorage.removeItem('auth_token')
    expect(browserStorage.getItem('auth_token')).toBeNull()
  },
)

test('a value that could not be replaced is removed, so that nobody gets it back', () => {
  const kept = fullStorage()
  browserStorage.setItem('auth_token', 'new')
  expect(kept.has('auth_token')).toBe(false)
})
