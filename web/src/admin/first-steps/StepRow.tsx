import { Trans } from '@lingui/react/macro'
import { Check } from '../../ui/icons/Check.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { Row } from '../../ui/Row.tsx'

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
  const mark = done
    ? 'border-transparent bg-success-soft text-success-text'
    : isPresent
      ? 'border-accent text-accent-text'
      : 'border-field text-text-2'
  return (
    <Row
      stacks
      className={`gap-x-4 gap-y-2 border-s-2 ${isPresent ? 'border-s-accent bg-selected' : 'border-s-transparent'}`}
      {...(isPresent && { 'aria-current': 'step' })}
    >
      <span
        className={`grid size-6 place-items-center self-start rounded-full border text-xs font-bold transition-[background-color] duration-200 motion-reduce:transition-none ${mark}`}
        aria-hidden="true"
      >
        {done ? <Icon icon={Check} /> : number}
      </span>
      <div>
        <h2 className={done ? 'text-md font-medium text-text-2' : 'text-md'}>
          {title}
          {done && (
            <span className="sr-only">
              {', '}
              <Trans>done</Trans>
            </span>
          )}
        </h2>
        <p className="text-sm text-text-2">{detail}</p>
      </div>
      {done ? (
        since !== null && (
          <span className="text-sm text-text-2">
            <Ago time={since} />
          </span>
        )
      ) : (
        <div className="flex flex-wrap gap-2 has-[>div]:col-[2/-1]">{children}</div>
      )}
    </Row>
  )
}
