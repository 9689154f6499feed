import { useQueryClient } from '@tanstack/react-query'
import { listKeys } from '@twofold/contract/keys'
import { queryOf } from '../lib/query-of.ts'

/** Own keys, and keys that others share. */
export const keysQuery = queryOf(['keys'], listKeys)

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
