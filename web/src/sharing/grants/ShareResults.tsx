import { useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { shareKeys } from '@twofold/contract/sharing/grants'
import { Alert } from '../../ui/Alert.tsx'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'

type Result = CallResponse<typeof shareKeys>['results'][number]
export type SharedKeyResult = Pick<Result, 'id' | 'outcome'> & { name: string }

interface ShareResultsProps {
  message: string
  results: readonly SharedKeyResult[]
}

export function ShareResults({ message, results }: ShareResultsProps) {
  const { t } = useLingui()
  const isWhole = results.every(({ outcome }) => outcome !== 'not_found')
  return (
    <>
      <Alert type={isWhole ? 'success' : 'warning'} title={message} announce />
      <ul className="divide-y divide-border" aria-label={t`Result for each key`}>
        {results.map(({ id, name, outcome }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Outcome outcome={outcome} />
          </li>
        ))}
      </ul>
    </>
  )
}

const tones: Record<Result['outcome'], BadgeTone> = { shared: 'success', changed: 'info', unchanged: 'neutral', not_found: 'danger' }

function Outcome({ outcome }: Pick<Result, 'outcome'>) {
  const { t } = useLingui()
  const texts = { shared: t`Shared`, changed: t`Access changed`, unchanged: t`As it was`, not_found: t`No longer there` }
  return <Badge tone={tones[outcome]}>{texts[outcome]}</Badge>
}
