import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReviewItem } from '@twofold/contract/reviews'
import { Check } from '../ui/icons/Check.ts'
import { Undo2 } from '../ui/icons/Undo2.ts'
import { Users } from '../ui/icons/Users.ts'
import { X } from '../ui/icons/X.ts'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Face } from '../ui/Face.tsx'
import { At } from '../ui/At.tsx'
import { When } from '../ui/When.tsx'

interface ReviewRowProps {
  item: ReviewItem
  level: ReactNode
  isOver: boolean
  onAnswer: (answer: 'confirmed' | 'revoked' | 'undone') => void
}

/** One person or group: their access, its beginning and last use, and the owner's answer. */
export function ReviewRow({ item, level, isOver, onAnswer }: ReviewRowProps) {
  const { t } = useLingui()
  const { group, name, email, since, until, last_used_at: used, state } = item
  const who = group?.name ?? (name?.trim() || (email ?? ''))
  const about = item.about.name
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3 max-sm:px-4" data-review-item={item.id} data-state={state}>
      <Face name={who} size="sm" {...(group && { icon: Users })} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          <bdi>{who}</bdi> {level}
        </p>
        <p className="text-sm text-text-2 wrap-anywhere">
          {group && (
            <>
              <Plural value={group.members} one="# person" other="# people" /> ·{' '}
            </>
          )}
          {email !== null && email !== who && <>{email} · </>}
          {since !== null && (
            <Trans>
              Since <At time={since} />
            </Trans>
          )}{' '}
          ·{' '}
          {used === null ? (
            <Trans>never copied a code</Trans>
          ) : (
            <Trans>
              last copied a code <When at={used} />
            </Trans>
          )}
          {until !== null && (
            <>
              {' '}
              ·{' '}
              <Trans>
                ends <When at={until} />
              </Trans>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 ms-auto">
        {state === 'open' && !isOver ? (
          <>
            <Button size="sm" icon={Check} aria-label={t`Confirm ${who} for ${about}`} onPress={() => onAnswer('confirmed')}>
              <Trans>Confirm</Trans>
            </Button>
            <Button size="sm" variant="danger-line" icon={X} aria-label={t`Revoke ${who} for ${about}`} onPress={() => onAnswer('revoked')}>
              <Trans>Revoke</Trans>
            </Button>
          </>
        ) : (
          <>
            <State state={state} />
            {!isOver && (state === 'confirmed' || state === 'revoked') && (
              <Button
                size="sm"
                variant="quiet"
                icon={Undo2}
                aria-label={t`Undo the answer for ${who} and ${about}`}
                onPress={() => onAnswer('undone')}
              >
                <Trans>Undo</Trans>
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
}

function State({ state }: { state: ReviewItem['state'] }) {
  if (state === 'confirmed')
    return (
      <Badge tone="success" icon={Check}>
        <Trans>Confirmed</Trans>
      </Badge>
    )
  if (state === 'revoked')
    return (
      <Badge tone="danger" icon={X}>
        <Trans>Revoked</Trans>
      </Badge>
    )
  if (state === 'ended')
    return (
      <Badge tone="warning">
        <Trans>Ended, not confirmed</Trans>
      </Badge>
    )
  if (state === 'open')
    return (
      <Badge>
        <Trans>Not answered</Trans>
      </Badge>
    )
  return (
    <Badge>
      <Trans>Ended meanwhile</Trans>
    </Badge>
  )
}
