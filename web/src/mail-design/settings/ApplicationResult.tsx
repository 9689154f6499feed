import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { undoThemeForAll } from '@twofold/contract/mail-design/settings'
import { useAct } from '../../kits/use-act.ts'
import { Undo2 } from '../../ui/icons/Undo2.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { allTemplatesQuery, lastApplicationQuery } from './settings.ts'

/** Number of templates that got the theme, those that did not and why, and an undo. */
export function ApplicationResult() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { data: result } = useQuery(lastApplicationQuery)
  const undo = useAct({
    send: (id: string) => call(undoThemeForAll, { params: { id } }),
    failed: t`The theme could not be taken back`,
    renews: [allTemplatesQuery.queryKey],
    ...longToast,
    onAnswer: () => client.setQueryData(lastApplicationQuery.queryKey, null),
  })
  if (!result) return null
  const { applied, failed, failures, undo_id: undoId } = result
  return (
    <Alert
      type={failed > 0 ? 'warning' : 'success'}
      announce
      title={<Trans>Result</Trans>}
      actions={
        undoId !== null && (
          <Button size="sm" icon={Undo2} pending={undo.isPending} onPress={() => undo.mutate(undoId)}>
            <Trans>Undo</Trans>
          </Button>
        )
      }
    >
      <p>
        <Plural value={applied} one="# template has the theme now" other="# templates have the theme now" />
        {', '}
        <Plural value={failed} one="# failed" other="# failed" />
      </p>
      {failures.length > 0 && (
        <ul className="mt-2 grid gap-1" aria-label={t`Templates that failed`}>
          {failures.map(({ template, reason }) => (
            <li key={template} className="wrap-anywhere">
              <span className="font-medium">{template}</span>: {reason}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
