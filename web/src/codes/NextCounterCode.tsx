import { Trans } from '@lingui/react/macro'
import { RefreshCw } from '../ui/icons/RefreshCw.ts'
import { Icon } from '../ui/Icon.tsx'
import { useNextCounterCode } from './use-next-counter-code.ts'

export function NextCounterCode({ id, name, onCounted }: { id: string; name: string; onCounted: (counter: number) => void }) {
  const { isPending, getNext } = useNextCounterCode(id, onCounted)
  return (
    <p>
      <button type="button" className="code-next" aria-disabled={isPending || undefined} onClick={getNext}>
        <Icon icon={RefreshCw} />
        <Trans>
          Get next code <span className="sr-only">for {name}</span>
        </Trans>
      </button>
    </p>
  )
}
