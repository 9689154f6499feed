import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { remindShare, type Share } from '@twofold/contract/sharing/grants'
import { useAct } from '../../kits/use-act.ts'
import { ArrowRightLeft } from '../../ui/icons/ArrowRightLeft.ts'
import { Bot } from '../../ui/icons/Bot.ts'
import { Ellipsis } from '../../ui/icons/Ellipsis.ts'
import { Mail } from '../../ui/icons/Mail.ts'
import { Send } from '../../ui/icons/Send.ts'
import { UserCheck } from '../../ui/icons/UserCheck.ts'
import { UserMinus } from '../../ui/icons/UserMinus.ts'
import { Users } from '../../ui/icons/Users.ts'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { leftToRight } from '../../ui/MachineText.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { At } from '../../ui/At.tsx'
import { type ExpiryChoice, expiryTime } from '../grants/expiry.ts'
import { shareName } from '../grants/share-name.ts'
import { ApprovalMenu } from './ApprovalMenu.tsx'
import { EndMenu } from './EndMenu.tsx'
import { LastDayField } from './LastDayField.tsx'
import { LastUse } from './LastUse.tsx'
import { LevelMenu } from './LevelMenu.tsx'
import { SheetRow } from './SheetRow.tsx'
import { useChangeAccess } from './use-change-access.ts'

interface AccessRowProps {
  keyId: string
  share: Share
  onRemove: () => void
  onConfirm: () => void
  onHandOver: () => void
}

/** Days before its end from which on an access is about to end. */
const soonDays = 7

const endsSoon = (at: string | null) => at !== null && Date.parse(at) - Date.now() < soonDays * 86_400_000

/** As short as possible: the year only if it is not the present one, and today the time. */
const dayStyle = (at: string): Intl.DateTimeFormatOptions =>
  new Date(at).toDateString() === new Date().toDateString()
    ? { timeStyle: 'short' }
    : { day: 'numeric', month: 'short', ...(new Date(at).getFullYear() !== new Date().getFullYear() && { year: 'numeric' }) }

/** One person, address, group or service account with access to a key; its terms can be changed in place. */
export function AccessRow({ keyId, share, onRemove, onConfirm, onHandOver }: AccessRowProps) {
  const { t, i18n } = useLingui()
  const [isAskingDay, setIsAskingDay] = useState(false)
  const { permission, terms, expiresAt, isExpired, isPending, problem, change } = useChangeAccess(keyId, share)
  const who = shareName(share)
  const { group, email, service_account: program } = share
  const isWaiting = email !== null && share.name === null
  const day = expiresAt === null ? undefined : i18n.date(new Date(expiresAt), dayStyle(expiresAt))
  const awaitsConfirmation = share.awaits_confirmation && !isExpired

  function choose(ends: ExpiryChoice) {
    if (ends === 'date') return setIsAskingDay(true)
    const end = expiryTime(ends, '', Date.now())
    if (end !== undefined) change({ expires_at: end })
  }

  function saveDay(day: string) {
    setIsAskingDay(false)
    const end = expiryTime('date', day, Date.now())
    if (end !== undefined) change({ expires_at: end })
  }

  return (
    <SheetRow
      data-access-row={share.id}
      face={{
        name: who,
        look: isWaiting ? 'waiting' : program ? 'program' : undefined,
        ...(group && { icon: Users }),
        ...(program && { icon: Bot }),
        ...(isWaiting && { icon: Mail }),
      }}
      who={
        <>
          <p className="font-medium">{who}</p>
          {share.name !== null && email !== null && (
            // The whole of it stands in the row's menu.
            <p className={`truncate text-sm text-text-3 ${leftToRight}`} data-tooltip={email}>
              {email}
            </p>
          )}
        </>
      }
      state={awaitsConfirmation ? <Trans>Joined. The key waits until you confirm that it is them.</Trans> : <State share={share} />}
    >
      <div className="flex flex-wrap items-center justify-end gap-1 max-sm:col-start-2 max-sm:row-start-2 max-sm:mt-1 max-sm:justify-start">
        {program ? (
          <ApprovalMenu value={terms ?? program} who={who} pending={isPending} onChoose={change} />
        ) : (
          <LevelMenu value={permission} who={who} pending={isPending} onChoose={(level) => change({ permission: level })} />
        )}
        <EndMenu
          text={day === undefined ? t`No end` : isExpired ? t`Ended ${day}` : day}
          tone={isExpired ? 'over' : endsSoon(expiresAt) ? 'soon' : undefined}
          who={who}
          pending={isPending}
          isStop={program !== null}
          {...(expiresAt === null && { value: 'never' as const })}
          onChoose={choose}
        />
      </div>
      <MoreMenu keyId={keyId} share={share} onRemove={onRemove} onConfirm={onConfirm} onHandOver={onHandOver} />
      {awaitsConfirmation && (
        <div className="col-[2/-1] mt-1">
          <Button size="sm" icon={UserCheck} onPress={onConfirm}>
            <Trans>Confirm the person</Trans>
          </Button>
        </div>
      )}
      {isAskingDay && (
        <div className="col-[2/-1]">
          <LastDayField onSave={saveDay} onCancel={() => setIsAskingDay(false)} />
        </div>
      )}
      <div role="alert" className="col-[2/-1] empty:hidden">
        {problem !== undefined && <FieldError>{problem}</FieldError>}
      </div>
    </SheetRow>
  )
}

/** Of a service account who can use it, then when the key was used last. */
function State({ share }: { share: Share }) {
  const { service_account: program } = share
  return (
    <>
      {program && (
        <>
          {program.is_accepted ? (
            <Plural value={program.managers} one="# person can create tokens" other="# people can create tokens" />
          ) : (
            <Trans>Waits for a manager to accept it</Trans>
          )}
          {' · '}
        </>
      )}
      <LastUse share={share} />
    </>
  )
}

function MoreMenu({ keyId, share, onRemove, onConfirm, onHandOver }: AccessRowProps) {
  const { t } = useLingui()
  const remind = useAct({
    send: () => call(remindShare, { params: { id: keyId, share_id: share.id } }),
    failed: t`Nothing could be sent. Please try again.`,
    renews: [],
  })
  const who = shareName(share)
  const { group, email } = share
  const isWaiting = email !== null && share.name === null
  return (
    <Menu
      label={t`More for ${who}`}
      header={
        <small>
          {share.name !== null && email !== null && (
            <>
              {email}
              <br />
            </>
          )}
          <Trans>
            Since <At time={share.created_at} />
          </Trans>
        </small>
      }
      trigger={
        <IconButton
          size="sm"
          icon={Ellipsis}
          label={t`More for ${who}`}
          excludeFromTabOrder
          className="max-sm:col-start-3 max-sm:row-start-1"
        />
      }
    >
      {group && <MenuItem icon={Users} href={`/groups/${group.id}`}>{t`Open the group`}</MenuItem>}
      {isWaiting && !share.is_expired && <MenuItem icon={Send} onAction={() => remind.mutate()}>{t`Send again`}</MenuItem>}
      {isWaiting && !share.is_expired && <MenuItem icon={UserCheck} onAction={onConfirm}>{t`Confirm who signed up as ${email}`}</MenuItem>}
      {email !== null && !share.is_expired && <MenuItem icon={ArrowRightLeft} onAction={onHandOver}>{t`Make ${who} the owner`}</MenuItem>}
      <MenuItem icon={UserMinus} danger onAction={onRemove}>{t`Remove access`}</MenuItem>
    </Menu>
  )
}
