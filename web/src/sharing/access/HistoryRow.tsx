import { Trans, useLingui } from '@lingui/react/macro'
import type { UsageEntry } from '@twofold/contract/usage'
import { Copy } from '../../ui/icons/Copy.ts'
import { Eye } from '../../ui/icons/Eye.ts'
import { FileDown } from '../../ui/icons/FileDown.ts'
import { KeyRound } from '../../ui/icons/KeyRound.ts'
import { LifeBuoy } from '../../ui/icons/LifeBuoy.ts'
import { UserMinus } from '../../ui/icons/UserMinus.ts'
import { UserPlus } from '../../ui/icons/UserPlus.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon, type Outline } from '../../ui/Icon.tsx'
import type { HistoryEvent } from './history-events.ts'

const icons: Record<HistoryEvent['kind'], Outline> = {
  shown: Eye,
  copied: Copy,
  secret: KeyRound,
  backup_codes: LifeBuoy,
  export: FileDown,
  given: UserPlus,
  ended: UserMinus,
}

/** These let a person make codes, or sign in, without us. */
const weighty = new Set<HistoryEvent['kind']>(['secret', 'backup_codes', 'export'])

export function HistoryRow({ event, onUndo }: { event: HistoryEvent; onUndo: (share: { id: string }) => void }) {
  const { t, i18n } = useLingui()
  const { kind, at, who } = event
  const isWeighty = weighty.has(kind)
  return (
    <li className="grid min-h-10 grid-cols-[4.5rem_auto_minmax(0,1fr)_auto] items-center gap-3 max-sm:grid-cols-[4.25rem_auto_minmax(0,1fr)_auto] max-sm:gap-2">
      <time
        className="text-end text-sm whitespace-nowrap text-text-3"
        dateTime={at}
        data-tooltip={i18n.date(new Date(at), { dateStyle: 'full', timeStyle: 'short' })}
      >
        {i18n.date(new Date(at), { timeStyle: 'short' })}
      </time>
      <span
        className={`grid size-6 place-items-center rounded-full ${isWeighty ? 'bg-warning-soft text-warning-text' : 'bg-accent-soft text-accent-text'}`}
      >
        <Icon icon={icons[kind]} size={14} />
      </span>
      <p className={`wrap-anywhere ${isWeighty ? 'font-medium text-warning-text' : ''}`}>
        {event.kind === 'given' ? (
          <>
            <Trans>{who} got access</Trans>{' '}
            <small className="text-sm text-text-3">{event.share.permission === 'admin' ? t`Admin` : t`View Only`}</small>
          </>
        ) : event.kind === 'ended' ? (
          <Trans>Access of {who} ended</Trans>
        ) : (
          <>
            <b className="font-medium">{event.isOwner ? t`You` : who}</b> <UsageText {...event} />
          </>
        )}
      </p>
      {event.kind === 'ended' && (
        <Button size="sm" variant="quiet" aria-label={t`Undo: give ${who} access again`} onPress={() => onUndo(event.share)}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </li>
  )
}

function UsageText({ kind, isTaken, reason }: { kind: UsageEntry['kind']; isTaken: boolean; reason: string | null }) {
  switch (kind) {
    case 'shown':
      return <Trans>viewed codes</Trans>
    case 'copied':
      if (reason !== null) return <Trans>took a code for “{reason}”</Trans>
      return isTaken ? <Trans>took a code</Trans> : <Trans>copied a code</Trans>
    case 'secret':
      return <Trans>saw the secret</Trans>
    case 'backup_codes':
      return <Trans>opened the backup codes</Trans>
    case 'export':
      return <Trans>exported the key</Trans>
  }
}
