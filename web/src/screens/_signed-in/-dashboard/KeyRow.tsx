import { Trans, useLingui } from '@lingui/react/macro'
import { noCode } from '@twofold/contract/codes'
import { limits } from '@twofold/contract/limits'
import { Check } from '../../../ui/icons/Check.ts'
import { Ellipsis } from '../../../ui/icons/Ellipsis.ts'
import { Eye } from '../../../ui/icons/Eye.ts'
import { Hand } from '../../../ui/icons/Hand.ts'
import { Users } from '../../../ui/icons/Users.ts'
import { memo } from 'react'
import { useIsJustCopied } from '../../../codes/just-copied.ts'
import { useCode, useIsEnding, useSecondsLeft } from '../../../codes/use-codes.tsx'
import { useCover } from '../../../codes/use-cover.ts'
import { useNextCounterCode } from '../../../codes/use-next-counter-code.ts'
import { WindowRing } from '../../../codes/WindowRing.tsx'
import { IssuerTile } from '../../../keys/IssuerTile.tsx'
import { useSetCounter } from '../../../keys/keys.ts'
import { SelectBox } from '../../../keys/SelectBox.tsx'
import { useIsSelecting } from '../../../keys/selection.ts'
import { type AnyKey, isShared } from '../../../keys/vault-sections.ts'
import { endText } from '../../../lib/exact-time.ts'
import { Dotted } from '../../../ui/Dotted.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { RowCode } from './RowCode.tsx'
import { useCopyKey } from './use-copy-key.ts'

interface KeyRowProps {
  item: AnyKey
  /** Copies it from the keyboard. */
  number: number | undefined
  isStop: boolean
  isFirstHit: boolean
  onCurrent: (id: string) => void
  onMore: (id: string) => void
}

/** One button over the whole row copies the code; other controls are siblings, never nested in it. */
export const KeyRow = memo(function KeyRow({ item, number, isStop, isFirstHit, onCurrent, onMore }: KeyRowProps) {
  const { t } = useLingui()
  const { id, name, account, type, period } = item
  const shown = useCode(id)
  const isEnding = useIsEnding(period ?? limits.codeWindowSeconds)
  const isCopied = useIsJustCopied(id)
  const isSelecting = useIsSelecting() && !isShared(item)
  const stop = { 'data-key': id, tabIndex: isStop ? 0 : -1, onFocus: () => onCurrent(id) }
  const cover = useCover()
  const setCounter = useSetCounter()
  const { getNext } = useNextCounterCode(id, (counter) => setCounter(id, counter))
  const copy = useCopyKey()
  const needsAsking = item.exclusive === true || (type === 'hotp' && (shown === undefined || shown.code === noCode))
  const ask = item.exclusive ? () => onMore(id) : getNext
  const isCovered = cover.isCovered && shown !== undefined && shown.code !== noCode
  const subject = account ? t`${name}, ${account}` : name
  return (
    <>
      {!isSelecting && (
        <button
          type="button"
          className="key-hit"
          {...stop}
          aria-label={needsAsking ? t`Get a code of ${subject}` : t`Copy the code of ${subject}`}
          {...(number !== undefined && { 'aria-keyshortcuts': String(number) })}
          onClick={() => {
            onCurrent(id)
            if (needsAsking) ask()
            else void copy(item)
          }}
        />
      )}
      <span className="key-number" aria-hidden="true">
        {number}
      </span>
      {isSelecting ? <SelectBox id={id} name={name} stop={stop} /> : <IssuerTile item={item} size="sm" />}
      <span className="key-who">
        <b title={name}>{name}</b>
        {shown?.taken ? (
          <Taken by={shown.taken.by} period={period} />
        ) : (
          <small>
            <Detail item={item} />
          </small>
        )}
      </span>
      <span className="key-signs">
        <WindowRing period={period} />
        {!isShared(item) && item.shared_with > 0 && <SharedWith people={item.shared_with} />}
        <Ending item={item} />
      </span>
      <RowCode item={item} shown={shown} isEnding={isEnding} isCovered={isCovered} onNext={needsAsking ? ask : undefined} />
      <span className="key-do">
        {isCopied ? (
          <span className="key-copied">
            <Icon icon={Check} size={12} />
            <span>
              <Trans>Copied</Trans>
            </span>
          </span>
        ) : isCovered ? (
          <button type="button" className="key-more" tabIndex={-1} aria-label={t`Show code for ${name}`} onClick={cover.uncover}>
            <Icon icon={Eye} />
          </button>
        ) : (
          !needsAsking && (
            <span className="key-hint" aria-hidden="true">
              {isFirstHit && <Kbd>↵</Kbd>} {isFirstHit ? <Trans>copy</Trans> : <Trans>Copy</Trans>}
            </span>
          )
        )}
        <button type="button" className="key-more key-sheet" tabIndex={-1} aria-label={t`More for ${name}`} onClick={() => onMore(id)}>
          <Icon icon={Ellipsis} />
        </button>
      </span>
    </>
  )
})

/** The key's account, and its sharer. */
function Detail({ item }: { item: AnyKey }) {
  const { t } = useLingui()
  const names = [item.issuer === item.name ? null : item.issuer, item.account]
  if (!isShared(item)) return <Dotted names={names} />
  const sharer = item.shared_by.name.trim() || t`Unknown`
  return names.some(Boolean) ? (
    <>
      <Dotted names={names} /> · <Trans>from {sharer}</Trans>
    </>
  ) : (
    <Trans>Shared by {sharer}</Trans>
  )
}

/** It may be refused now, so the row says when the next one comes. */
function Taken({ by, period }: { by: string; period: number | null }) {
  const { t } = useLingui()
  const seconds = useSecondsLeft(period ?? limits.codeWindowSeconds)
  const who = by.trim() || t`Unknown`
  return (
    <small className="key-taken">
      <Icon icon={Hand} size={13} />
      <Trans>
        <span>Taken by {who},</span> <span>next in {seconds} s</span>
      </Trans>
    </small>
  )
}

function SharedWith({ people }: { people: number }) {
  const { i18n } = useLingui()
  return (
    <span className="key-people">
      <Icon icon={Users} size={14} />
      {i18n.number(people)}
    </span>
  )
}

/** Days before the end of an access from which on the row says so. */
const endingDays = 7

function Ending({ item }: { item: AnyKey }) {
  if (!isShared(item) || item.expires_at === null) return null
  if (Date.parse(item.expires_at) - Date.now() > endingDays * 86_400_000) return null
  const until = endText(item.expires_at)
  return (
    <span className="key-ending">
      <Trans>until {until}</Trans>
    </span>
  )
}
