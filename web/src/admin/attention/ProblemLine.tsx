import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AddressButton } from '../../ui/AddressLink.tsx'
import { Icon, type Outline } from '../../ui/Icon.tsx'
import { At } from '../../ui/At.tsx'
import { Row } from '../../ui/Row.tsx'
import type { AttentionLine } from './use-attention.ts'

export function ProblemLine({ line }: { line: AttentionLine }) {
  const { icon, isUrgent, title, detail, since, href, action } = line
  return (
    <Line
      icon={icon}
      isUrgent={isUrgent}
      title={title}
      detail={
        <>
          {detail}
          {since !== null && (
            <>
              {' '}
              <Trans>
                Since <At time={since} />.
              </Trans>
            </>
          )}
        </>
      }
      action={
        <AddressButton href={href} size="sm">
          {action}
          <span className="sr-only">: {title}</span>
        </AddressButton>
      }
    />
  )
}

export function Line(line: { icon: Outline; isUrgent: boolean; title: string; detail: ReactNode; action: ReactNode }) {
  return (
    <Row
      stacks
      className={`gap-x-4 border-t-0 border-b border-s-2 border-border px-4 py-2 max-sm:py-3 ${line.isUrgent ? 'border-s-danger' : 'border-s-transparent'}`}
    >
      <Icon icon={line.icon} size={18} className={line.isUrgent ? 'text-danger-text' : 'text-warning-text'} />
      <div>
        <h3>
          {line.isUrgent && (
            <span className="sr-only">
              <Trans>Urgent:</Trans>{' '}
            </span>
          )}
          {line.title}
        </h3>
        <p className="text-sm text-text-2">{line.detail}</p>
      </div>
      <div className="max-sm:mt-1">{line.action}</div>
    </Row>
  )
}
