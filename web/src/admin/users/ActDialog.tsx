import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { AskDialog } from '../../kits/AskDialog.tsx'
import type { AskFactor } from '../requests/with-factor.ts'
import { Impact } from './Impact.tsx'
import { ReasonField } from './ReasonField.tsx'
import { type UserAct, type UserActAnswer, useUserAct } from './use-user-act.ts'

type ActDialogProps = {
  act: UserAct
  user: { id: string; name: string }
  askFactor: AskFactor
  onClose: () => void
  onDone?: (answer: UserActAnswer) => void
}

/** Asks before an act on one user, and says what it touches. */
export function ActDialog({ act, user: { id, name }, askFactor, onClose, onDone }: ActDialogProps) {
  const { t } = useLingui()
  const mutation = useUserAct(act, askFactor)
  const [reason, setReason] = useState('')
  const words: Record<UserAct, { title: string; confirm: string; text: string }> = {
    activate: { title: t`Activate ${name}?`, confirm: t`Activate User`, text: t`They can sign in again.` },
    deactivate: {
      title: t`Deactivate ${name}?`,
      confirm: t`Deactivate User`,
      text: t`They are signed out everywhere and cannot sign in. What they share stays shared until the leaver plan has decided about it, which comes next.`,
    },
    promote: {
      title: t`Promote ${name}?`,
      confirm: t`Promote to Admin`,
      text: t`They can do everything in the back office, and have to sign in again.`,
    },
    demote: { title: t`Demote ${name}?`, confirm: t`Demote to User`, text: t`They lose the back office, and have to sign in again.` },
    revoke_sessions: {
      title: t`Revoke all sessions`,
      confirm: t`Revoke All Sessions`,
      text: t`Revoke all sessions for ${name}? They will be logged out from all devices.`,
    },
    delete: {
      title: t`Delete ${name}?`,
      confirm: t`Delete User`,
      text: t`The account is closed at once, and everything they share ends. Data and keys are removed after 30 days; until then the account can be restored. To hand keys over, deactivate them first.`,
    },
    unlock: { title: t`Unlock ${name}?`, confirm: t`Unlock`, text: t`Locks after wrong passwords, codes and PINs are lifted.` },
    verify: {
      title: t`Verify the e-mail of ${name}?`,
      confirm: t`Mark as Verified`,
      text: t`Only when you know that the address is theirs: links to a new password go there.`,
    },
    release: {
      title: t`Open the account of ${name}?`,
      confirm: t`Open the Account`,
      text: t`Codes and secrets are there again at once. Only when you have asked them in person: the person who changed how they sign in may be the one who signs in.`,
    },
    remove_factors: {
      title: t`Remove the second factors of ${name}?`,
      confirm: t`Remove Factors`,
      text: t`Authenticator, passkeys and recovery codes are removed. Only when they have lost them and you have asked them in person. They are notified, and their keys stay closed for 24 hours or until they show their password or PIN.`,
    },
  }
  const { title, confirm, text } = words[act]
  const isHarmless = act === 'activate' || act === 'unlock' || act === 'verify' || act === 'promote' || act === 'release'
  return (
    <AskDialog
      act={mutation}
      input={{ id, ...(act === 'deactivate' && reason.trim() !== '' && { reason: reason.trim() }) }}
      isDirty={reason !== ''}
      onDone={onDone}
      title={title}
      onClose={onClose}
      confirmLabel={confirm}
      tone={isHarmless ? 'primary' : 'danger'}
    >
      <p>{text}</p>
      {!isHarmless && <Impact of={{ ids: [id] }} {...(act === 'revoke_sessions' && { only: 'sessions' })} />}
      {act === 'deactivate' && <ReasonField value={reason} onChange={setReason} />}
    </AskDialog>
  )
}
