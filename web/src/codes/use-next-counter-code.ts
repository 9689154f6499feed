import { useLingui } from '@lingui/react/macro'
import { nextCode } from '@twofold/contract/codes'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { useCodesFeed } from './use-codes.tsx'

/** Asks the server to count a key up by one. Every press uses up a code of the other side's counter, so one is on its way at a time. */
export function useNextCounterCode(id: string, onCounted: (counter: number) => void) {
  const { t } = useLingui()
  const feed = useCodesFeed()
  const next = useAct({
    send: () => call(nextCode, { params: { id } }),
    failed: t`Failed to get the next code. Please try again.`,
    said: false,
    renews: [],
    onAnswer({ code, counter }) {
      feed.showCounterCode(id, code)
      onCounted(counter)
    },
  })
  return { isPending: next.isPending, getNext: () => next.isPending || next.mutate() }
}
