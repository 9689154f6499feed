import { Trans } from '@lingui/react/macro'
import { Check } from '../../ui/icons/Check.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { Ago } from '../../ui/Ago.tsx'

interface StepRowProps {
  number: number
  title: string
  detail: string
  done: boolean
  since: string | null
  /** The first open step, whose actions are expanded. */
  isPresent: boolean
  /** Its actions: one button, or all ways of the present step. */
  children?: ReactNode
}

export function StepRow({ number, title, detail, done, since, isPresent, children }: StepRowProps) {
  return (
    <li className="step" data-done={done || undefined} {...(isPresent && { 'aria-current': 'step' })}>
      <span className="step-mark" aria-hidden="true">
        {done ? <Icon icon={Check} /> : number}
      </span>
      <div className="step-text">
        <h2>
          {title}
          {done && (
            <span className="sr-only">
              {', '}
              <Trans>done</Trans>
            </span>
          )}
        </h2>
        <p>{detail}</p>
      </div>
      {done ? (
        since !== null && (
          <span className="step-since">
            <Ago time={since} />
          </span>
        )
      ) : (
        <div className="step-ways">{children}</div>
      )}
    </li>
  )
}
