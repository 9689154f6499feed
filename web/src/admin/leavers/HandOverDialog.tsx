import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { handOverKeys } from '@twofold/contract/admin/leavers'
import { useState } from 'react'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { longLimitMs } from '../../lib/call-for-file.ts'
import { useTypedText } from '../../lib/use-typed-text.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { usersQuery } from '../users/users.ts'
import { type LeaverSelection, leaversKey } from './leavers.ts'
import { showOutcome } from './use-leaver-acts.ts'

/** People offered at once; the search finds the others. */
const offered = 5

type HandOverDialogProps = {
  leaver: { id: string; name: string | null }
  selection: LeaverSelection
  count: number
  name: string | undefined
  /** The administrator, who cannot hand keys to themselves. */
  viewerId: string | undefined
  onClose: () => void
  onDone: () => void
}

export function HandOverDialog({ leaver, selection, count, name, viewerId, onClose, onDone }: HandOverDialogProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useTypedText(search, setSearch)
  const users = useQuery(usersQuery({ status: 'active', search, sort: 'name', direction: 'asc', page: 1 }))
  const people = (users.data?.data ?? []).filter(({ id }) => id !== viewerId && id !== leaver.id).slice(0, offered)
  const form = useFormDialog({
    values: { to: '' },
    send: ({ to }) => call(handOverKeys, { params: { id: leaver.id }, body: { ...selection, to } }, { limitMs: longLimitMs }),
    failed: t`The keys could not be handed over`,
    said: false,
    renews: [leaversKey],
    onDone: (outcome) => {
      showOutcome(outcome)
      onDone()
    },
    onClose,
  })
  const to = form.watch('to')
  const isChosen = people.some(({ id }) => id === to)
  return (
    <FormDialog
      form={form}
      title={name === undefined ? <Plural value={count} one="Hand over # key" other="Hand over # keys" /> : t`Hand over ${name}`}
      subtitle={t`They’ll own this key and can share or delete it. Everyone who has it keeps it.`}
      size="sm"
      submitLabel={<Trans>Hand over</Trans>}
      pendingLabel={t`Handing over...`}
      disabledReason={isChosen ? undefined : t`Choose who gets the keys.`}
    >
      <SearchField label={t`Search users`} placeholder={t`Search by name or e-mail`} value={typed} onChange={setTyped} autoFocus />
      <Loaded of={users} failed={t`The users could not be loaded`}>
        {() =>
          people.length === 0 ? (
            <p className="text-text-2">
              <Trans>No active user by this name.</Trans>
            </p>
          ) : (
            <RadioCards
              label={t`New owner`}
              hint={t`You can’t assign keys to yourself.`}
              {...form.field('to')}
              value={to}
              options={people.map(({ id, name: label, email }) => ({ value: id, label, description: email }))}
            />
          )
        }
      </Loaded>
    </FormDialog>
  )
}
