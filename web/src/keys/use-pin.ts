import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { editKey } from '@twofold/contract/keys'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { keysQuery } from './keys.ts'
import { offerUndo } from '../lib/last-undo.ts'

/** Pins a key above the others, or lets it go. Everybody has their own pins, of shared keys too. */
export function usePin() {
  const { t } = useLingui()
  const client = useQueryClient()

  /** Seen at once; the list that is loaded after the answer has the last word. */
  function show(id: string, favourite: boolean) {
    client.setQueryData(keysQuery.queryKey, (keys) => {
      if (!keys) return undefined
      const marked = <Key extends { id: string }>(key: Key) => (key.id === id ? { ...key, favourite } : key)
      return { own_keys: keys.own_keys.map(marked), shared_keys: keys.shared_keys.map(marked) }
    })
  }
  // Callbacks of the act rather than of `mutate`: the row moves and unmounts, and the failure would get lost.
  const pin = useAct({
    send: ({ id, favourite }: { id: string; favourite: boolean }) => call(editKey, { params: { id }, body: { favourite } }),
    failed: t`Failed to change the 2FA key. Please try again.`,
    said: false,
    shows({ id, favourite }) {
      show(id, favourite)
      return () => show(id, !favourite)
    },
    renews: [keysQuery.queryKey],
  })
  return ({ id, favourite }: { id: string; favourite: boolean }) => {
    if (pin.isPending) return
    pin.mutate({ id, favourite: !favourite })
    offerUndo(() => pin.mutate({ id, favourite }))
  }
}
