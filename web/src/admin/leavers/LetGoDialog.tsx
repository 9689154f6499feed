import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { BlastRadius } from '../../ui/BlastRadius.tsx'
import { leaverImpactQuery, type LeaverSelection } from './leavers.ts'
import { useLetGo } from './use-leaver-acts.ts'

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
  const impact = useQuery(leaverImpactQuery(leaver.id, selection))
  return (
    <AskDialog
      title={
        name === undefined ? (
          <Plural value={count} one="Keep # key with the account?" other="Keep # keys with the account?" />
        ) : (
          t`Keep ${name} with the account?`
        )
      }
      onClose={onClose}
      act={letGo}
      input={selection}
      onDone={onDone}
      confirmLabel={t`Keep with account`}
    >
      <p>
        <Trans>Nobody can use it there. Everyone who has it through them loses it at once, and deleting the account removes it.</Trans>
      </p>
      <Loaded of={impact} failed={t`What this touches could not be counted.`} loading={t`Counting what this touches...`} frame="line">
        {(data) => (
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
        )}
      </Loaded>
    </AskDialog>
  )
}
