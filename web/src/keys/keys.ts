import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { listKeys } from '@twofold/contract/keys'
import { call } from '../lib/call.ts'

/** Own keys, and keys that others share. */
export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: ({ signal }) => call(listKeys, undefined, { signal }) })

/** Notes that a counter-based key has moved on, without loading all keys for it. */
export function useSetCounter() {
  const client = useQueryClient()
  return (id: string, counter: number) =>
    client.setQueryData(keysQuery.queryKey, (keys) => {
      if (!keys) return undefined
      const counted = <Key extends { id: string }>(key: Key) => (key.id === id ? { ...key, counter } : key)
      return { own_keys: keys.own_keys.map(counted), shared_keys: keys.shared_keys.map(counted) }
    })
}
