import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from '../../ui/icons/CircleAlert.ts'
import { CircleCheck } from '../../ui/icons/CircleCheck.ts'
import { useId, useState } from 'react'
import { failureMessage } from '../../lib/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading, Skeleton } from '../../ui/Loading.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { Line, ProblemLine } from './ProblemLine.tsx'
import { useAttention } from './use-attention.ts'

/** Lines that are shown at first. */
const most = 7

const footLook = 'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 rounded-b-lg bg-sunken px-4 py-2 text-sm text-text-2'

/** The first thing of the dashboard: each problem in a sentence, with the one button that leads to its remedy. */
export function NeedsAttention() {
  const { t } = useLingui()
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const { health, lines, passed, checkedAt } = useAttention()
  const hidden = isWhole ? 0 : Math.max(0, lines.length - most)
  const isCalm = lines.length === 0 && health.isSuccess
  return (
    <section className="grid min-w-0 gap-3" aria-labelledby={id}>
      <Head id={id} lines={lines} health={health} checkedAt={checkedAt} />
      <div className="ui-card">
        {isCalm ? (
          <Calm passed={passed} />
        ) : (
          <>
            <ul>
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
                <div className={footLook}>
                  <Skeleton width="14rem" />
                </div>
              </Loading>
            ) : (
              <div className={footLook}>
                {hidden > 0 && (
                  <TextButton onPress={() => setWhole(true)}>
                    <Plural value={hidden} one="Show # more" other="Show # more" />
                  </TextButton>
                )}
                {health.data && (
                  <>
                    <Icon icon={CircleCheck} className="text-success-text" />
                    <p>
                      <Plural value={passed} one="# check passed." other="# checks passed." />
                    </p>
                  </>
                )}
                <AllChecks className="ms-auto" />
              </div>
            )}
          </>
        )}
      </div>
    </section>
  )
}

type HeadProps = { id: string } & Pick<ReturnType<typeof useAttention>, 'lines' | 'health' | 'checkedAt'>

/** Number of items, and time of the last check. */
function Head({ id, lines, health, checkedAt }: HeadProps) {
  const urgent = lines.filter(({ isUrgent }) => isUrgent).length
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
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
  )
}

function Calm({ passed }: { passed: number }) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-8 text-center">
      <Icon icon={CircleCheck} size={24} className="text-success-text" />
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

function AllChecks({ className = '' }: { className?: string }) {
  return (
    <Link to="/admin/system" className={`text-button ${className}`}>
      <Trans>Show all checks</Trans>
    </Link>
  )
}
