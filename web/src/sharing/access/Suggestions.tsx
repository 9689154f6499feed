import '../../ui/suggestions.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Share } from '@twofold/contract/sharing/grants'
import { Bot } from '../../ui/icons/Bot.ts'
import { Mail } from '../../ui/icons/Mail.ts'
import { Users } from '../../ui/icons/Users.ts'
import { Face } from '../../ui/Face.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { LevelBadge } from '../../ui/LevelBadge.tsx'
import { useInvitationWords } from '../invitations/invitation-words.ts'
import { keyOf, nameOf, type Target } from './targets.ts'

interface SuggestionsProps {
  /** Id of the field; its entries are named after it. */
  id: string
  options: readonly Target[]
  active: number
  /** Whether it is an address of nobody known. */
  isNew: (target: Target) => boolean
  /** The target's existing share of the key. */
  shareOf: (target: Target) => Share | undefined
  onTake: (target: Target) => void
}

/** Suggested recipients for the typed text. The focus stays in the field. */
export function Suggestions({ id, options, active, isNew, shareOf, onTake }: SuggestionsProps) {
  const { t } = useLingui()
  return (
    <div className="ui-suggestions" onMouseDown={(event) => event.preventDefault()}>
      <ul id={`${id}-list`} role="listbox" aria-label={t`Share with`}>
        {options.map((target, index) => {
          const share = shareOf(target)
          const fresh = isNew(target)
          const icon = fresh ? Mail : target.kind === 'group' ? Users : target.kind === 'service-account' ? Bot : undefined
          return (
            // The keyboard is the field's.
            <li key={keyOf(target)} id={`${id}-${index}`} role="option" aria-selected={index === active} onClick={() => onTake(target)}>
              <Face name={nameOf(target)} letters={1} size="sm" {...(icon && { icon })} />
              <span className="min-w-0 flex-1">
                <span>
                  {fresh ? (
                    <Trans>
                      Invite <b>{nameOf(target)}</b>
                    </Trans>
                  ) : (
                    nameOf(target)
                  )}
                </span>{' '}
                <small className="text-sm text-text-3">
                  <Detail target={target} isNew={fresh} />
                </small>
              </span>
              {share ? <LevelBadge permission={share.permission} /> : index === active && <Kbd>↵</Kbd>}
            </li>
          )
        })}
      </ul>
      {options.length === 0 && (
        <p role="status" className="px-3 py-2 text-sm text-text-3">
          <Trans>Nobody found. Type a full address to invite someone.</Trans>
        </p>
      )}
    </div>
  )
}

function Detail({ target, isNew }: { target: Target; isNew: boolean }) {
  const { short } = useInvitationWords()
  if (target.kind === 'group') return <Plural value={target.members} one="Group of # person" other="Group of # people" />
  if (target.kind === 'service-account') return <Trans>Service account</Trans>
  if (isNew) return short
  return target.name === null ? null : target.email
}
