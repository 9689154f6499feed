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
  return (
    <li className="access-event" data-weighty={weighty.has(kind) || undefined}>
      <time dateTime={at} data-tooltip={i18n.date(new Date(at), { dateStyle: 'full', timeStyle: 'short' })}>
        {i18n.date(new Date(at), { timeStyle: 'short' })}
      </time>
      <span className="access-event-icon">
        <Icon icon={icons[kind]} size={14} />
      </span>
      <p>
        {event.kind === 'given' ? (
          <>
            <Trans>{who} got access</Trans> <small>{event.share.permission === 'admin' ? t`Admin` : t`View Only`}</small>
          </>
        ) : event.kind === 'ended' ? (
          <Trans>Access of {who} ended</Trans>
        ) : (
          <>
            <b>{event.isOwner ? t`You` : who}</b> <UsageText kind={event.kind} />
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

function UsageText({ kind }: { kind: UsageEntry['kind'] }) {
  switch (kind) {
    case 'shown':
      return <Trans>viewed codes</Trans>
    case 'copied':
      return <Trans>copied a code</Trans>
    case 'secret':
      return <Trans>saw the secret</Trans>
    case 'backup_codes':
      return <Trans>opened the backup codes</Trans>
    case 'export':
      return <Trans>exported the key</Trans>
  }
}
