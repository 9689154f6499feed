import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../ui/Alert.tsx'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { BlastRadius } from '../../ui/BlastRadius.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { leaverImpactQuery, type LeaverSelection } from './leavers.ts'
import { useLetGo } from './use-leaver-act.ts'

type LetGoDialogProps = {
  leaver: { id: string; name: string | null }
  selection: LeaverSelection
  count: number
  name: string | undefined
  onClose: () => void
  onDone: () => void
}

/** Asks before keys stay behind with the account, and says who loses them. */
export function LetGoDialog({ leaver, selection, count, name, onClose, onDone }: LetGoDialogProps) {
  const { t } = useLingui()
  const letGo = useLetGo(leaver.id)
  const { data, isError } = useQuery(leaverImpactQuery(leaver.id, selection))
  return (
    <AlertDialog
      title={
        name === undefined ? (
          <Plural value={count} one="Keep # key with the account?" other="Keep # keys with the account?" />
        ) : (
          t`Keep ${name} with the account?`
        )
      }
      onClose={onClose}
      onConfirm={() => letGo.mutate(selection, { onSuccess: onDone, onError: onClose })}
      pending={letGo.isPending}
      confirmLabel={t`Keep with account`}
    >
      <div className="grid gap-3">
        <p>
          <Trans>Nobody can use it there. Everyone who has it through them loses it at once, and deleting the account removes it.</Trans>
        </p>
        {isError ? (
          <Alert type="warning">
            <Trans>What this touches could not be counted.</Trans>
          </Alert>
        ) : data ? (
          <BlastRadius
            label={t`What this touches`}
            facts={[
              {
                count: data.shared_keys,
                label: <Plural value={data.shared_keys} one="key is shared with others" other="keys are shared with others" />,
              },
              { count: data.people, label: <Plural value={data.people} one="person loses access" other="people lose access" /> },
            ]}
          />
        ) : (
          <Loading label={t`Counting what this touches...`} />
        )}
      </div>
    </AlertDialog>
  )
}
