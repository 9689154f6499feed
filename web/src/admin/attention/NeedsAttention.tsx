import './attention.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from '../../ui/icons.generated.ts'
import { type ReactNode, useId, useState } from 'react'
import { failureMessage } from '../../lib/api-error.ts'
import { AddressButton } from '../../ui/AddressLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon, type Outline } from '../../ui/Icon.tsx'
import { Loading, Skeleton } from '../../ui/Loading.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { Ago, At } from '../../ui/TimeText.tsx'
import { type AttentionLine, useAttention } from './use-attention.ts'

/** Lines that are shown at first. */
const most = 7

/** The first thing of the dashboard: each problem in a sentence, with the one button that leads to its remedy. */
export function NeedsAttention() {
  const { t } = useLingui()
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const { health, lines, passed, checkedAt } = useAttention()
  const urgent = lines.filter(({ isUrgent }) => isUrgent).length
  const hidden = isWhole ? 0 : Math.max(0, lines.length - most)
  const isCalm = lines.length === 0 && health.isSuccess
  return (
    <section className="attention" aria-labelledby={id}>
      <header className="attention-head">
        <div>
          <h2 id={id}>
            <Trans>Needs attention</Trans>
          </h2>
          {lines.length > 0 && (
            <p className="text-text-2">
              <Plural value={lines.length} one="# thing" other="# things" />
              {urgent > 0 && (
                <>
                  {', '}
                  <Trans>{urgent} of them urgent</Trans>
                </>
              )}
            </p>
          )}
        </div>
        {health.data && (
          <p className="text-sm text-text-2">
            {health.isFetching ? (
              <Trans>Checking...</Trans>
            ) : (
              <Trans>
                Checked <Ago time={checkedAt} />
              </Trans>
            )}
          </p>
        )}
      </header>
      <div className="ui-card">
        {isCalm ? (
          <Calm passed={passed} />
        ) : (
          <>
            <ul className="attention-lines">
              {health.isError && (
                <Line
                  icon={CircleAlert}
                  isUrgent
                  title={t`The checks could not be run`}
                  detail={failureMessage(health.error, health.error.message)}
                  action={
                    <Button size="sm" pending={health.isFetching} onPress={() => void health.refetch()}>
                      <Trans>Retry</Trans>
                    </Button>
                  }
                />
              )}
              {lines.slice(0, isWhole ? lines.length : most).map((line) => (
                <ProblemLine key={line.id} line={line} />
              ))}
            </ul>
            {health.isPending ? (
              <Loading label={t`Checking...`}>
                <div className="attention-foot">
                  <Skeleton width="14rem" />
                </div>
              </Loading>
            ) : (
              <div className="attention-foot">
                {hidden > 0 && (
                  <TextButton onPress={() => setWhole(true)}>
                    <Plural value={hidden} one="Show # more" other="Show # more" />
                  </TextButton>
                )}
                {health.data && (
                  <>
                    <Icon icon={CircleCheck} />
                    <p>
                      <Plural value={passed} one="# check passed." other="# checks passed." />
                    </p>
                  </>
                )}
                <AllChecks />
              </div>
            )}
          </>
        )}
      </div>
    </section>
  )
}

function Calm({ passed }: { passed: number }) {
  return (
    <div className="attention-calm">
      <Icon icon={CircleCheck} size={24} />
      <h3>
        <Trans>Nothing needs you</Trans>
      </h3>
      <p className="text-text-2">
        <Plural value={passed} one="# check passed." other="# checks passed." />
      </p>
      <AllChecks />
    </div>
  )
}

function AllChecks() {
  return (
    <Link to="/admin/system" className="text-button attention-all">
      <Trans>Show all checks</Trans>
    </Link>
  )
}

function ProblemLine({ line }: { line: AttentionLine }) {
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

function Line(line: { icon: Outline; isUrgent: boolean; title: string; detail: ReactNode; action: ReactNode }) {
  return (
    <li className="attention-line" data-urgent={line.isUrgent || undefined}>
      <Icon icon={line.icon} size={18} />
      <div>
        <h3>
          {line.isUrgent && (
            <span className="sr-only">
              <Trans>Urgent:</Trans>{' '}
            </span>
          )}
          {line.title}
        </h3>
        <p>{line.detail}</p>
      </div>
      {line.action}
    </li>
  )
}
