import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { installationQuery } from '../../../lib/installation.ts'
import { useArrival } from '../../../shell/Page.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'

/** Greeting and progress. `steps`: undefined until loaded. */
export function WelcomeHead({ name, steps }: { name: string | undefined; steps: readonly { done: boolean }[] | undefined }) {
  const { t } = useLingui()
  const { data: installation } = useQuery(installationQuery)
  const heading = useArrival(name ? t`Welcome, ${name}` : t`Welcome`)
  const place = installation?.name ?? 'Twofold'
  const [count, done] = [steps?.length ?? 0, steps?.filter((step) => step.done).length ?? 0]
  const isWhole = steps !== undefined && done === count
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <h1 ref={heading} tabIndex={-1} className="wrap-anywhere">
          {name ? t`Welcome, ${name}` : t`Welcome`}
        </h1>
        <p className="text-text-2">
          {isWhole ? (
            <Trans>{place} is safe to rely on.</Trans>
          ) : (
            <Plural value={count} one={`# step makes ${place} safe to rely on.`} other={`# steps make ${place} safe to rely on.`} />
          )}
        </p>
      </div>
      {steps && (
        <div className="grid w-56 gap-2 max-sm:w-full">
          <div className="flex justify-between text-sm text-text-2">
            <span>{t`${done} of ${count} done`}</span>
            {!isWhole && (
              <Link to="/admin/dashboard" className="text-button">
                <Trans>Hide</Trans>
              </Link>
            )}
          </div>
          <ProgressBar label={t`First steps`} value={done} max={count} valueText={t`${done} of ${count} done`} />
        </div>
      )}
    </header>
  )
}
