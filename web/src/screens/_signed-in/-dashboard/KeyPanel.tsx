import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { noCode } from '@twofold/contract/codes'
import { limits } from '@twofold/contract/limits'
import { SharedBy } from '../../../keys/SharedBy.tsx'
import { LevelBadge } from '../../../ui/LevelBadge.tsx'
import { Eye } from '../../../ui/icons/Eye.ts'
import { Hand } from '../../../ui/icons/Hand.ts'
import { LifeBuoy } from '../../../ui/icons/LifeBuoy.ts'
import { LogOut } from '../../../ui/icons/LogOut.ts'
import { Pencil } from '../../../ui/icons/Pencil.ts'
import { QrCode } from '../../../ui/icons/QrCode.ts'
import { RefreshCw } from '../../../ui/icons/RefreshCw.ts'
import { ScanEye } from '../../../ui/icons/ScanEye.ts'
import { Trash2 } from '../../../ui/icons/Trash2.ts'
import { UserPlus } from '../../../ui/icons/UserPlus.ts'
import { Users } from '../../../ui/icons/Users.ts'
import type { KeyboardEvent, ReactNode } from 'react'
import type { TakenCode } from '../../../codes/code-at.ts'
import { TakeCode } from '../../../codes/TakeCode.tsx'
import { useCode, useIsEnding, useSecondsSince } from '../../../codes/use-codes.tsx'
import { useCover } from '../../../codes/use-cover.ts'
import { PinButton } from '../../../keys/PinButton.tsx'
import { describingFields, descriptionLabel, shownIn } from '../../../keys/description-fields.ts'
import { IssuerTile } from '../../../keys/IssuerTile.tsx'
import { keyDetailQuery } from '../../../keys/key-detail.ts'
import { deleteButtonId, shareButtonId } from '../../../keys/key-buttons.ts'
import type { KeyAct } from '../../../keys/KeyMenu.tsx'
import { type AnyKey, isShared } from '../../../keys/vault-sections.ts'
import { groupDigits } from '../../../lib/group-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { MachineText } from '../../../ui/MachineText.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { When } from '../../../ui/When.tsx'
import { MyTurn } from './MyTurn.tsx'
import { useCopyKey } from './use-copy-key.ts'
import { useIsResting } from './use-is-resting.ts'

interface KeyPanelProps {
  item: AnyKey
  onAct: (act: KeyAct) => void
  /** Left and Escape, back to the row. */
  onLeave?: () => void
}

/** Stays in sight while the list is scrolled. */
const besideList =
  'sticky top-[calc(var(--h-header)+2px+0.75rem)] max-h-[calc(100vh-var(--h-header)-2rem-var(--foot-bar,0px))] border border-border bg-surface'

const largeCode =
  'block min-h-14 w-full rounded-md px-4 pt-3 text-start font-code font-[560] tracking-[0.01em] whitespace-nowrap tabular-nums [font-variant-ligatures:none] [transition:color_var(--t-med)] [word-spacing:-0.3em]'

const nextCode =
  'flex min-h-[max(2.25rem,var(--h-sm))] w-full items-center gap-2 rounded-md px-4 pb-1 text-start text-sm text-text-3 [&_code]:text-text-2 [&_code]:[word-spacing:-0.28em]'

/** Everything about one key, and all that can be done with it. */
export function KeyPanel({ item, onAct, onLeave }: KeyPanelProps) {
  function leave(event: KeyboardEvent) {
    if (!onLeave || (event.key !== 'ArrowLeft' && event.key !== 'Escape')) return
    event.preventDefault()
    onLeave()
  }
  return (
    <section
      id="key-panel"
      className={`grid gap-4 overflow-y-auto rounded-lg p-4 ${onLeave ? besideList : 'pt-0'}`}
      aria-label={item.name}
      onKeyDown={leave}
    >
      <header className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
        <IssuerTile item={item} size="lg" />
        <div className="min-w-0">
          <h2 title={item.name} className="truncate">
            {item.name}
          </h2>
          <p className="truncate text-sm text-text-3">{item.account ?? item.issuer}</p>
        </div>
        <PinButton id={item.id} name={item.name} isPinned={item.favourite} />
      </header>
      {item.exclusive ? (
        <TakeCode key={item.id} id={item.id} name={item.name} isGrouped={item.type !== 'steam'} />
      ) : (
        <PanelCode item={item} />
      )}
      <Facts item={item} onAct={onAct} />
      {/* As wide as the names need, so that each keeps to one line. */}
      <div className="grid grid-cols-[auto_auto] gap-2 [&_.ui-button]:h-auto [&_.ui-button]:justify-start [&_.ui-button]:px-2 [&_.ui-button]:text-start [&_.ui-button]:whitespace-normal">
        {isShared(item) ? <SharedActs item={item} onAct={onAct} /> : <OwnActs item={item} onAct={onAct} />}
      </div>
    </section>
  )
}

function PanelCode({ item }: { item: AnyKey }) {
  const shown = useCode(item.id)
  const cover = useCover()
  const copy = useCopyKey()
  const code = shown?.code ?? noCode
  const grouped = (text: string) => (item.type === 'steam' ? text : groupDigits(text))
  const isCovered = cover.isCovered && code !== noCode
  const isEnding = useIsEnding(item.period ?? limits.codeWindowSeconds) && item.type !== 'hotp' && code !== noCode
  return (
    <>
      <div className="rounded-md border border-border bg-sunken hover:border-accent" data-ending={isEnding || undefined}>
        <button
          type="button"
          className={`${largeCode} ${code.length < 8 ? 'text-[2.5rem]/[1.15]' : 'text-[1.875rem]/[1.15]'} ${isEnding ? 'text-warning-text' : ''}`}
          onClick={() => void copy(item)}
        >
          {isCovered ? (
            <span aria-hidden="true">{grouped('0'.repeat(code.length)).replaceAll('0', '•')}</span>
          ) : (
            <MachineText as="span">{grouped(code)}</MachineText>
          )}{' '}
          <span className="sr-only">
            <Trans>Copy this code</Trans>
          </span>
        </button>
        {isCovered ? (
          <button type="button" className={nextCode} onClick={cover.uncover}>
            <Icon icon={Eye} size={14} /> <Trans>Show</Trans>
          </button>
        ) : (
          item.type !== 'hotp' && (
            <button type="button" className={nextCode} onClick={() => void copy(item, 'next')}>
              <Trans>Next</Trans> <MachineText>{grouped(shown?.next ?? noCode)}</MachineText>
              <span className="ms-auto">
                <Trans>Copy next</Trans>
              </span>
            </button>
          )
        )}
      </div>
      {shown?.taken && <Advice {...shown.taken} />}
      {item.type !== 'hotp' && (isShared(item) || item.shared_with > 0) && <MyTurn item={item} turn={shown?.turn} />}
    </>
  )
}

function Advice({ by, at }: TakenCode) {
  const { t } = useLingui()
  const seconds = useSecondsSince(at)
  const who = by.trim() || t`Unknown`
  return (
    <Alert
      type="warning"
      icon={Hand}
      title={
        <Trans>
          {who} copied this code {seconds} s ago.
        </Trans>
      }
    >
      <Trans>Most sites take a code only once. Use the next one.</Trans>
    </Alert>
  )
}

function Facts({ item, onAct }: Pick<KeyPanelProps, 'item' | 'onAct'>) {
  const isResting = useIsResting(item.id)
  const { data } = useQuery({ ...keyDetailQuery(item.id), enabled: isResting })
  const written = describingFields
    .filter(({ isOnPanel }) => isOnPanel)
    .map(({ name, isSealed = false }) => ({ name, ...shownIn(isSealed ? (data?.key ?? {}) : item, name) }))
    .filter(({ texts }) => texts.length > 0)
  return (
    <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
      <Fact name={<Trans>Access</Trans>}>
        <Access item={item} onPeople={() => onAct('people')} />
      </Fact>
      {item.copied_at !== null && (
        <Fact name={<Trans>Last copied</Trans>}>
          <When at={item.copied_at} />
        </Fact>
      )}
      {item.counter !== null && (
        <Fact name={<Trans>Counter</Trans>}>
          <span>{item.counter}</span>
        </Fact>
      )}
      {written.map(({ name, texts, isList }) => (
        <Fact key={name} name={descriptionLabel(name)}>
          {isList ? (
            <span className="flex flex-wrap items-center gap-1 wrap-anywhere *:whitespace-normal">
              {texts.map((text) => (
                <Badge key={text}>{text}</Badge>
              ))}
            </span>
          ) : (
            <span className="line-clamp-5 max-h-32 whitespace-pre-line text-text-2">{texts}</span>
          )}
        </Fact>
      ))}
    </dl>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

function Access({ item, onPeople }: { item: AnyKey; onPeople: () => void }) {
  if (!isShared(item)) {
    if (item.shared_with === 0) return <Trans>Only you</Trans>
    return (
      <TextButton onPress={onPeople}>
        <Plural value={item.shared_with} one="Shared with # person" other="Shared with # people" />
      </TextButton>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-1">
      <LevelBadge permission={item.permission} />
      <SharedBy item={item} />
    </span>
  )
}

function OwnActs({ item: { id, name }, onAct }: Pick<KeyPanelProps, 'item' | 'onAct'>) {
  const { t } = useLingui()
  return (
    <>
      <Button id={shareButtonId(id)} size="sm" icon={UserPlus} aria-label={t`Share ${name}`} onPress={() => onAct('share')}>
        <Trans>Share</Trans>
      </Button>
      <Button size="sm" icon={Users} onPress={() => onAct('people')}>
        <Trans>People with access</Trans>
      </Button>
      <EditActs onAct={onAct} />
      <Button size="sm" icon={RefreshCw} onPress={() => onAct('rotate')}>
        <Trans>Replace the secret</Trans>
      </Button>
      <Button size="sm" icon={ScanEye} onPress={() => onAct('usage')}>
        <Trans>Who used it</Trans>
      </Button>
      <Button
        id={deleteButtonId(id)}
        size="sm"
        variant="danger-line"
        icon={Trash2}
        aria-label={t`Delete ${name}`}
        onPress={() => onAct('delete')}
      >
        <Trans>Delete</Trans>
      </Button>
    </>
  )
}

function SharedActs({ item, onAct }: Pick<KeyPanelProps, 'item' | 'onAct'>) {
  const { t } = useLingui()
  const { name } = item
  return (
    <>
      {isShared(item) && item.permission === 'admin' && <EditActs onAct={onAct} />}
      <Button size="sm" icon={LogOut} aria-label={t`Leave ${name}`} onPress={() => onAct('leave')}>
        <Trans>Leave</Trans>
      </Button>
    </>
  )
}

function EditActs({ onAct }: Pick<KeyPanelProps, 'onAct'>) {
  return (
    <>
      <Button size="sm" icon={Pencil} onPress={() => onAct('edit')}>
        <Trans>Edit</Trans>
      </Button>
      <Button size="sm" icon={QrCode} onPress={() => onAct('secret')}>
        <Trans>Secret and QR code</Trans>
      </Button>
      <Button size="sm" icon={LifeBuoy} onPress={() => onAct('backup-codes')}>
        <Trans>Backup codes</Trans>
      </Button>
    </>
  )
}
