import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Bot } from '../../ui/icons/Bot.ts'
import { Users } from '../../ui/icons/Users.ts'
import type { CSSProperties } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { shareName } from '../grants/share-name.ts'
import { SheetRow } from './SheetRow.tsx'
import type { Removed } from './use-removals.ts'

const tenSeconds = { '--period': '10s', '--steps': 10, '--elapsed': '0s' } as CSSProperties

interface RemovedRowProps {
  share: Removed
  keyName: string
  hasShortcuts: boolean
  onUndo: () => void
  /** Begins to replace the secret. */
  onRotate: () => void
}

/** A recipient who has just been removed, with remaining tasks and an undo, for as long as the line runs. */
export function RemovedRow({ share, keyName, hasShortcuts, onUndo, onRotate }: RemovedRowProps) {
  const { i18n } = useLingui()
  const who = shareName(share)
  const seen = share.secret_seen_at && i18n.date(new Date(share.secret_seen_at), { dateStyle: 'medium' })
  return (
    <SheetRow
      className="-mx-6 bg-neutral px-6 transition-[background-color] duration-(--t-fast) max-sm:-mx-4 max-sm:px-4 starting:bg-transparent"
      data-access-row={share.id}
      face={{ name: who, ...(share.group && { icon: Users }), ...(share.service_account && { icon: Bot }) }}
      who={
        <p role="status" className="font-medium">
          <Trans>{who} removed</Trans>
        </p>
      }
      state={
        <span className="text-text-2">
          {share.group && (
            <>
              <Plural
                value={share.group.members}
                one="# person loses access to this key, unless it is shared with them in another way."
                other="# people lose access to this key, unless it is shared with them in another way."
              />{' '}
            </>
          )}
          {seen ? (
            <>
              <Trans>
                Saw the secret on {seen}. Replace the key at {keyName} to shut them out.
              </Trans>{' '}
              <TextButton onPress={onRotate}>
                <Trans>Start</Trans>
              </TextButton>
            </>
          ) : (
            <Trans>Never saw the secret. Nothing else to do.</Trans>
          )}
        </span>
      }
    >
      {/* The focused element was removed with the former row. */}
      <Button size="sm" autoFocus data-stop="" className="col-[3/-1]" onPress={onUndo}>
        <Trans>Undo</Trans> {hasShortcuts && <Kbd>Z</Kbd>}
      </Button>
      {/* Runs out with the time in which Undo stands here. */}
      <span
        key={share.offers}
        className="ui-drain absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent forced-color-adjust-none rtl:origin-right forced-colors:bg-[CanvasText]"
        style={tenSeconds}
        aria-hidden="true"
      />
    </SheetRow>
  )
}
