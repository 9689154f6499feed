import { MutationObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

afterEach(() => void vi.useRealTimers())

test('input and answer of an act are kept no longer than its component', async () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const act = new MutationObserver(client, {
    mutationFn: ({ password }: { password: string }) => Promise.resolve({ token: `of ${password}` }),
  })
  const unmount = act.subscribe(() => {})
  await act.mutate({ password: 'correct horse' })
  const kept = () =>
    client
      .getMutationCache()
      .getAll()
      .map(({ state: { variables, data } }) => ({ variables, data }))
  expect(kept()).toEqual([{ variables: { password: 'correct horse' }, data: { token: 'of correct horse' } }])
  unmount()
  vi.runOnlyPendingTimers()
  expect(kept()).toEqual([])
})
