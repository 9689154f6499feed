import { Trans, useLingui } from '@lingui/react/macro'
import { History } from '../../ui/icons/History.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { At } from '../../ui/At.tsx'
import { Row } from '../../ui/Row.tsx'
import { useOperations } from './operations.ts'

/** This administrator's operations in this tab; everybody's are in the audit log. */
export function OperationsPanel({ userId }: { userId: string }) {
  const { t } = useLingui()
  const operations = useOperations(userId)
  return (
    <Panel title={t`Recent Operations`}>
      {operations.length === 0 ? (
        <EmptyState icon={History} level={3} title={t`No operations performed`}>
          <Trans>What you run here is listed until you close this tab. The audit log keeps it for good.</Trans>
        </EmptyState>
      ) : (
        <ul aria-label={t`Recent Operations`}>
          {operations.map(({ action, time, result, outcome }, index) => (
            <Row key={operations.length - index} stacks className="items-baseline px-0">
              {outcome === 'success' ? <Badge tone="success">{t`Success`}</Badge> : <Badge tone="danger">{t`Error`}</Badge>}
              <div>
                <p className="font-medium">{action}</p>
                <p className="text-sm text-text-2">{result}</p>
              </div>
              <At time={time} />
            </Row>
          ))}
        </ul>
      )}
    </Panel>
  )
}
