import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import { CircleAlert } from '../../ui/icons/CircleAlert.ts'
import { CircleCheck } from '../../ui/icons/CircleCheck.ts'
import { TriangleAlert } from '../../ui/icons/TriangleAlert.ts'
import { Loaded } from '../../kits/Loaded.tsx'
import { translateComplaint } from '../../lib/server-texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import type { useChecks } from './use-checks.ts'

type ChecksPanelProps = { checks: ReturnType<typeof useChecks>; onGoTo: (problem: TemplateProblem) => void }

/** Errors that prevent saving a template, and warnings about mail programs; each links to its line. */
export function ChecksPanel({ checks, onGoTo }: ChecksPanelProps) {
  const { t } = useLingui()
  const problems = checks.data?.problems
  const fields = { subject: t`Subject`, html_content: t`HTML`, text_content: t`Text` }
  const errors = problems?.filter(({ severity }) => severity === 'error').length ?? 0
  const warnings = (problems?.length ?? 0) - errors
  return (
    <Panel
      title={t`Checks`}
      actions={
        <p className="text-sm text-text-2" role="status">
          {problems && (
            <>
              <Plural value={errors} one="# error" other="# errors" />, <Plural value={warnings} one="# warning" other="# warnings" />
            </>
          )}
        </p>
      }
    >
      <Loaded of={checks} failed={t`The template could not be checked`}>
        {({ problems: found }) =>
          found.length === 0 ? (
            <p className="flex items-center gap-2 text-success-text">
              <Icon icon={CircleCheck} />
              <Trans>Nothing found: no unknown variables, empty links, hard colors, or what e-mail programs would break.</Trans>
            </p>
          ) : (
            <ul className="grid gap-2" aria-label={t`Checks`}>
              {found.map((problem, index) => {
                const { severity, field, line, column, message } = problem
                const place = fields[field]
                return (
                  <li
                    key={index}
                    className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-2 gap-y-1 max-sm:grid-cols-[auto_minmax(0,1fr)]"
                  >
                    <Icon
                      icon={severity === 'error' ? CircleAlert : TriangleAlert}
                      className={`self-center ${severity === 'error' ? 'text-danger-text' : 'text-warning-text'}`}
                    />
                    <span className="sr-only">{severity === 'error' ? t`Error` : t`Warning`}</span>
                    <span className="min-w-0 wrap-anywhere">{translateComplaint(message)}</span>
                    <span className="text-sm max-sm:col-start-2">
                      <TextButton onPress={() => onGoTo(problem)}>{t`${place}, line ${line}, column ${column}`}</TextButton>
                    </span>
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
