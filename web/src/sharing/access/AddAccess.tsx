import { Trans, useLingui } from '@lingui/react/macro'
import type { Share } from '@twofold/contract/sharing/grants'
import { useId } from 'react'
import { PageForm } from '../../kits/PageForm.tsx'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { shareName } from '../grants/share-name.ts'
import { useEndChoices } from '../grants/use-end-choices.ts'
import { useInvitationWords } from '../invitations/invitation-words.ts'
import { EndMenu } from './EndMenu.tsx'
import { useKnownTargets } from './use-known-targets.ts'
import { LastDayField } from './LastDayField.tsx'
import { LevelMenu } from './LevelMenu.tsx'
import { TargetField } from './TargetField.tsx'
import { existingShare, keyOf, nameOf, readAddresses } from './targets.ts'
import type { AddPeople } from './use-add-people.ts'

interface AddAccessProps {
  add: AddPeople
  /** Existing shares of the key; empty until loaded: sharing works without them. */
  shares: readonly Share[]
  autoFocus: boolean
}

/** Shares a key with one or several people, groups or service accounts at once. */
export function AddAccess({ add, shares, autoFocus }: AddAccessProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const { known, isLoading } = useKnownTargets()
  const isOnline = useIsOnline()
  const choices = useEndChoices()
  const invitation = useInvitationWords()
  const { ends, date, set } = add.end
  const isAskingDay = ends === 'date' && date === ''
  const endText =
    ends === 'date' && date !== ''
      ? i18n.date(new Date(`${date}T12:00:00`), { dateStyle: 'medium' })
      : (choices.find(({ value }) => value === ends)?.label ?? '')
  const [typed] = readAddresses(add.text)
  const named = [
    ...add.chosen.map(({ target }) => target),
    ...(typed === undefined ? [] : [{ kind: 'person' as const, email: typed, name: null }]),
  ]
  const existing = named.flatMap((target) => existingShare(shares, target) ?? [])
  const hasNew = named.some((target) => target.kind === 'person' && !known.some((other) => keyOf(other) === keyOf(target)))
  return (
    <section className="relative grid gap-2" aria-labelledby={`${id}-title`}>
      <SectionTitle id={`${id}-title`} className="" note={<Trans>Share access with other users</Trans>}>
        <Trans>Share 2FA Key</Trans>
      </SectionTitle>
      <PageForm
        form={{ submit: () => add.submit(), isPending: add.isSharing }}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 max-[22rem]:grid-cols-1"
      >
        <TargetField {...{ add, known, isLoading, shares, autoFocus }} describedBy={`${id}-help`} />
        <Button
          type="submit"
          variant="primary"
          pending={add.isSharing}
          pendingLabel={t`Sharing...`}
          disabledReason={isOnline ? undefined : t`You are offline.`}
        >
          <Trans>Share Key</Trans>
        </Button>
      </PageForm>
      <div className="flex flex-wrap items-center gap-2">
        <LevelMenu value={add.level.permission} onChoose={add.level.setPermission} />
        <EndMenu text={endText} value={ends} onChoose={(choice) => set(choice)} />
        <p id={`${id}-help`} className="flex-[1_1_14rem] text-text-3 text-sm text-pretty wrap-anywhere">
          {existing.length > 0 ? (
            existing.map((share) => <AlreadyShared key={share.id} share={share} />)
          ) : hasNew ? (
            invitation.help
          ) : add.level.permission === 'view' ? (
            <Trans>Sees and copies codes. Never sees the secret.</Trans>
          ) : (
            <Trans>Also edits the key and reveals its secret with their PIN. Can’t share or delete it.</Trans>
          )}
        </p>
      </div>
      {isAskingDay && <LastDayField onSave={(day) => set('date', day)} onCancel={() => set('never')} />}
      <div role="alert" className="grid gap-1 empty:hidden">
        {add.chosen.map(
          ({ target, problem }) =>
            problem !== undefined && (
              <FieldError key={keyOf(target)}>
                <b>{nameOf(target)}</b> {problem}
              </FieldError>
            ),
        )}
      </div>
    </section>
  )
}

function AlreadyShared({ share }: { share: Share }) {
  const who = shareName(share)
  return (
    <span>
      {share.permission === 'admin' ? (
        <Trans>{who} already has Admin access. Sharing again changes it.</Trans>
      ) : (
        <Trans>{who} already has View Only access. Sharing again changes it.</Trans>
      )}{' '}
    </span>
  )
}
