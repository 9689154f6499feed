import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { OwnKey } from '@twofold/contract/keys'
import { UserPlus } from '../../../ui/icons/UserPlus.ts'
import { useState } from 'react'
import { selectButtonId, selectedKeys } from '../../../keys/selection.ts'
import { useLiveValue } from '../../../lib/use-live-value.ts'
import { whyNotShared } from '../../../sharing/grants/why-not-shared.ts'
import { ShareKeysDialog } from '../../../sharing/grants/ShareKeysDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FootBar } from '../../../ui/FootBar.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'

interface SelectionBarProps {
  keys: readonly OwnKey[]
  /** Keys that match the search. */
  shown: readonly OwnKey[]
}

/** Number of selected keys, and actions on all of them. Stays at the bottom of the window. */
export function SelectionBar({ keys, shown }: SelectionBarProps) {
  const { t } = useLingui()
  const selected = useLiveValue(selectedKeys)
  // Fixed while the list is refetched.
  const [sharing, setSharing] = useState<readonly OwnKey[]>()
  const [isShared, setShared] = useState(false)
  const items = keys.filter(({ id }) => selected?.has(id))
  const isAll = shown.every(({ id }) => selected?.has(id))
  const reason = whyNotShared(items.length)
  return (
    <>
      <FootBar label={t`Selected keys`}>
        <p role="status">
          {items.length === 0 ? (
            <Trans>Choose the keys to share.</Trans>
          ) : (
            <Plural value={items.length} one="# selected" other="# selected" />
          )}
        </p>
        {!isAll && (
          <TextButton onPress={() => selectedKeys.set(new Set([...(selected ?? []), ...shown.map(({ id }) => id)]))}>
            <Plural value={shown.length} one="Select all #" other="Select all #" />
          </TextButton>
        )}
        <div className="flex flex-wrap gap-2 ms-auto">
          <Button size="sm" onPress={stopSelecting}>
            <Trans>Cancel</Trans>
          </Button>
          <Button size="sm" variant="primary" icon={UserPlus} disabledReason={reason} onPress={() => setSharing(items)}>
            <Trans>Share selected</Trans>
          </Button>
        </div>
      </FootBar>
      {sharing && (
        <ShareKeysDialog
          items={sharing}
          onShared={() => setShared(true)}
          onClose={() => {
            setSharing(undefined)
            if (isShared) stopSelecting()
          }}
        />
      )}
    </>
  )
}

/** The bar goes, and with it what has the focus: it goes back to where choosing began. */
function stopSelecting() {
  selectedKeys.set(undefined)
  setTimeout(() => document.getElementById(selectButtonId)?.focus())
}
