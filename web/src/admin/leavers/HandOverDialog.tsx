import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../kits/Loaded.tsx'
import { useTypedText } from '../../lib/use-typed-text.ts'
import { SubmitButtons } from '../../ui/SubmitButtons.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { usersQuery } from '../users/users.ts'
import type { LeaverSelection } from './leavers.ts'
import { useHandOver } from './use-leaver-acts.ts'

/** People offered at once; the search finds the others. */
const offered = 5

type HandOverDialogProps = {
  leaver: { id: string; name: string | null }
  selection: LeaverSelection
  count: number
  /** Of a single key. */
  name: string | undefined
  /** Who is asking: nobody hands keys to themselves. */
  viewerId: string | undefined
  onClose: () => void
  onDone: () => void
}

export function HandOverDialog({ leaver, selection, count, name, viewerId, onClose, onDone }: HandOverDialogProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useTypedText(search, setSearch)
  const [to, setTo] = useState<string>()
  const users = useQuery(usersQuery({ status: 'active', search, sort: 'name', direction: 'asc', page: 1 }))
  const people = (users.data?.data ?? []).filter(({ id }) => id !== viewerId && id !== leaver.id).slice(0, offered)
  const handOver = useHandOver(leaver.id)
  const isChosen = people.some(({ id }) => id === to)
  return (
    <Dialog
      title={name === undefined ? <Plural value={count} one="Hand over # key" other="Hand over # keys" /> : t`Hand over ${name}`}
      subtitle={t`They’ll own this key and can share or delete it. Everyone who has it keeps it.`}
      size="sm"
      onClose={onClose}
      pending={handOver.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (to !== undefined && isChosen && !handOver.isPending) handOver.mutate({ ...selection, to }, { onSuccess: onDone })
      }}
      footer={
        <SubmitButtons
          pending={handOver.isPending}
          pendingLabel={t`Handing over...`}
          disabledReason={isChosen ? undefined : t`Choose who gets the keys.`}
        >
          <Trans>Hand over</Trans>
        </SubmitButtons>
      }
    >
      <div className="grid gap-4">
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
                value={to ?? ''}
                onChange={({ target }) => setTo(target.value)}
                options={people.map(({ id, name: label, email }) => ({ value: id, label, description: email }))}
              />
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}
