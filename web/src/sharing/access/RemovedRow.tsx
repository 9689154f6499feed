import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Share } from '@twofold/contract/sharing/grants'
import { Bot } from '../../ui/icons/Bot.ts'
import { Users } from '../../ui/icons/Users.ts'
import { Button } from '../../ui/Button.tsx'
import { Face } from '../../ui/Face.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { shareName } from '../grants/share-name.ts'

interface RemovedRowProps {
  share: Share
  /** Name of the key. */
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
    <li className="access-row access-removed" data-access-row={share.id}>
      <span className="access-face">
        <Face name={who} letters={1} {...(share.group && { icon: Users })} {...(share.service_account && { icon: Bot })} />
      </span>
      <div className="access-who">
        <p role="status">
          <b>
            <Trans>{who} removed</Trans>
          </b>
        </p>
        <p className="access-state">
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
        </p>
      </div>
      {/* The focused element was removed with the former row. */}
      <Button size="sm" autoFocus data-stop="" className="access-undo" onPress={onUndo}>
        <Trans>Undo</Trans> {hasShortcuts && <Kbd>Z</Kbd>}
      </Button>
      <span className="access-countdown" aria-hidden="true" />
    </li>
  )
}
