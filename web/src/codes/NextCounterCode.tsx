import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { nextCode } from '@twofold/contract/codes'
import { RefreshCw } from 'lucide-react'
import { call } from '../lib/call.ts'
import { Icon } from '../ui/Icon.tsx'
import { useCodesFeed } from './use-codes.tsx'

/** Asks the server to count a key up by one. Every press uses up a code of the other side's counter, so one is on its way at a time. */
export function NextCounterCode({ id, name, onCounted }: { id: string; name: string; onCounted: (counter: number) => void }) {
  const { t } = useLingui()
  const feed = useCodesFeed()
  const next = useMutation({
    mutationFn: () => call(nextCode, { params: { id } }),
    meta: { fallback: t`Failed to get the next code. Please try again.` },
    onSuccess: ({ code, counter }) => {
      feed.showCounterCode(id, code)
      onCounted(counter)
    },
  })
  return (
    <p>
      <button
        type="button"
        className="code-next"
        aria-disabled={next.isPending || undefined}
        onClick={() => next.isPending || next.mutate()}
      >
        <Icon icon={RefreshCw} />
        <Trans>
          Get next code <span className="sr-only">for {name}</span>
        </Trans>
      </button>
    </p>
  )
}
