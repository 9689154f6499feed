import { Trans, useLingui } from '@lingui/react/macro'
import type { ActivityEntry, ActivityGroup } from '@twofold/contract/profile'
import { useId } from 'react'
import { daysBetween } from '../lib/relative-time.ts'
import { Badge } from '../ui/Badge.tsx'
import { Icon, type Outline } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Loading.tsx'
import { Row } from '../ui/Row.tsx'
import { Fingerprint } from '../ui/icons/Fingerprint.ts'
import { Hash } from '../ui/icons/Hash.ts'
import { KeyRound } from '../ui/icons/KeyRound.ts'
import { LifeBuoy } from '../ui/icons/LifeBuoy.ts'
import { LockKeyhole } from '../ui/icons/LockKeyhole.ts'
import { LogIn } from '../ui/icons/LogIn.ts'
import { LogOut } from '../ui/icons/LogOut.ts'
import { Mail } from '../ui/icons/Mail.ts'
import { PencilLine } from '../ui/icons/PencilLine.ts'
import { RectangleEllipsis } from '../ui/icons/RectangleEllipsis.ts'
import { ShieldAlert } from '../ui/icons/ShieldAlert.ts'
import { ShieldCheck } from '../ui/icons/ShieldCheck.ts'
import { Smartphone } from '../ui/icons/Smartphone.ts'
import { Trash2 } from '../ui/icons/Trash2.ts'
import { UserPlus } from '../ui/icons/UserPlus.ts'
import { Users } from '../ui/icons/Users.ts'

/** By words in the name of the kind; the first match wins. */
const byWord: readonly [RegExp, Outline][] = [
  [/locked/, LockKeyhole],
  [/after_failures|new_device/, ShieldAlert],
  [/^signed_in/, LogIn],
  [/session/, LogOut],
  [/^account_created/, UserPlus],
  [/deleted/, Trash2],
  [/email/, Mail],
  [/recovery/, LifeBuoy],
  [/password/, RectangleEllipsis],
  [/passkey/, Fingerprint],
  [/totp/, Smartphone],
  [/pin/, Hash],
  [/name/, PencilLine],
]

const byGroup: Record<ActivityGroup, Outline> = { sign_in: LogIn, security: ShieldCheck, keys: KeyRound, shares: Users }

const activityIcon = ({ kind, group }: Pick<ActivityEntry, 'kind' | 'group'>): Outline =>
  byWord.find(([word]) => word.test(kind))?.[1] ?? byGroup[group]

/** Whether the entry deserves a second look: it may not have been the person. */
const isRemarkable = (kind: string) => /locked$|new_device$|after_failures$|^recovery_code_used$/.test(kind)

export function ActivityDays({ entries }: { entries: readonly ActivityEntry[] }) {
  const { t, i18n } = useLingui()
  const days = Map.groupBy(entries, ({ happened_at }) => new Date(happened_at).setHours(0, 0, 0, 0))
  const dayName = (day: number) => {
    const distance = daysBetween(Date.now(), day)
    if (distance === 0) return t`Today`
    if (distance === -1) return t`Yesterday`
    return i18n.date(new Date(day), { dateStyle: 'full' })
  }
  return [...days].map(([day, ofDay]) => <Day key={day} name={dayName(day)} entries={ofDay} />)
}

function Day({ name, entries }: { name: string; entries: readonly ActivityEntry[] }) {
  const title = useId()
  return (
    <section aria-labelledby={title}>
      <h3 id={title} className="px-4 pt-4 pb-1 sm:px-5 text-xs font-medium text-text-3">
        {name}
      </h3>
      <ul>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { i18n } = useLingui()
  const { actor, address } = entry
  return (
    <Row className="items-start gap-3 border-t-0 py-2">
      <span
        className={`grid size-8 place-items-center rounded-full border ${isRemarkable(entry.kind) ? 'border-warning-line bg-warning-soft text-warning-text' : 'border-border bg-sunken text-text-2'}`}
      >
        <Icon icon={activityIcon(entry)} />
      </span>
      <div className="pt-[0.35rem]">
        <p>{entry.description}</p>
        {(actor || address) && (
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text-3">
            {actor && (
              <Badge tone="info">
                <Trans>by {actor}</Trans>
              </Badge>
            )}
            {address && (
              <span>
                <Trans>
                  from <code>{address}</code>
                </Trans>
              </span>
            )}
          </p>
        )}
      </div>
      <time className="pt-[0.45rem] text-sm whitespace-nowrap text-text-3" dateTime={entry.happened_at}>
        {i18n.date(new Date(entry.happened_at), { timeStyle: 'short' })}
      </time>
    </Row>
  )
}

export function ActivitySkeleton() {
  return ['55%', '40%', '65%', '48%'].map((width) => (
    <div key={width} className="ui-row items-start gap-3 border-t-0 px-0 py-2">
      <Skeleton width="2rem" height="2rem" radius="50%" />
      <Skeleton width={width} />
      <Skeleton width="2.5rem" />
    </div>
  ))
}
