import { expect, onTestFinished, test, vi } from 'vitest'
import { createStoredSetting } from './stored-setting.ts'

function storageWith(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    kept,
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    } as unknown as Storage,
  }
}

test('a choice is kept under its name, and listeners are notified', () => {
  const { storage, kept } = storageWith()
  const setting = createStoredSetting('accessibility', ['enabled', 'disabled'], 'disabled', storage)
  const heard = vi.fn<() => void>()
  setting.subscribe(heard)
  setting.set('enabled')
  expect([setting.get(), kept.get('accessibility'), heard.mock.calls.length]).toEqual(['enabled', 'enabled', 1])
})

test('the value in the storage counts, unless it is none of the choices', () => {
  const of = (value: string) => createStoredSetting('scheme', ['system', 'dark'], 'system', storageWith({ scheme: value }).storage).get()
  expect([of('dark'), of('<script>')]).toEqual(['dark', 'system'])
})

test('a choice in another tab is taken over here, but not the clearing of the storage', () => {
  const { storage, kept } = storageWith()
  const heard: ((event: Pick<StorageEvent, 'key'>) => void)[] = []
  vi.stubGlobal('addEventListener', (_name: string, listener: (event: Pick<StorageEvent, 'key'>) => void) => void heard.push(listener))
  onTestFinished(() => void vi.unstubAllGlobals())
  const setting = createStoredSetting('scheme', ['system', 'dark'], 'system', storage)
  kept.set('scheme', 'dark')
  heard[0]?.({ key: 'another' })
  expect(setting.get()).toBe('system')
  heard[0]?.({ key: 'scheme' })
  expect(setting.get()).toBe('dark')
  kept.clear()
  heard[0]?.({ key: null })
  expect(setting.get()).toBe('system')
})

test('without a storage a choice holds for as long as the page', () => {
  const setting = createStoredSetting('scheme', ['system', 'dark'], 'system', undefined)
  setting.set('dark')
  expect(setting.get()).toBe('dark')
})
