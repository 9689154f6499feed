import { Trans, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys } from '@twofold/contract/keys'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useCodesFeed } from '../../../codes/use-codes.tsx'
import { useCopyCode } from '../../../codes/use-copy-code.ts'
import { browseKeys, keyOrders, type KeyView, tagsOf } from '../../../keys/browse-keys.ts'
import { useLoadIssuerMarks } from '../../../keys/issuer-marks.ts'
import { KeyToolbar } from '../../../keys/KeyToolbar.tsx'
import { createStoredSetting } from '../../../lib/stored-setting.ts'
import { useLiveValue } from '../../../lib/use-live-value.ts'
import { shortcutSetting } from '../../../shell/shortcuts.ts'
import { useShortcut } from '../../../shell/use-shortcut.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Card } from '../../../ui/Panel.tsx'
import { KeyList } from './KeyList.tsx'

const orderSetting = createStoredSetting('key-order', keyOrders, 'added')
const everything = { query: '', tag: '', onlyFavourites: false }
const searchShortcut = '/'

interface KeyBrowserProps {
  keys: CallResponse<typeof listKeys>
  /** The last own key was deleted; the focus needs a place. */
  onLastDeleted: () => void
}

/** All keys, and the way to find one among many. */
export function KeyBrowser({ keys, onLastDeleted }: KeyBrowserProps) {
  const { t } = useLingui()
  const [narrowing, setNarrowing] = useState<Omit<KeyView, 'order'>>(everything)
  const order = useLiveValue(orderSetting)
  const hasShortcuts = useLiveValue(shortcutSetting) === 'enabled'
  const searchField = useRef<HTMLInputElement>(null)
  const feed = useCodesFeed()
  const copyCode = useCopyCode()
  const all = useMemo(() => [...keys.own_keys, ...keys.shared_keys], [keys])
  const tags = useMemo(() => tagsOf(all), [all])
  // A tag or the last favourite may go while it is chosen.
  const tag = tags.includes(narrowing.tag) ? narrowing.tag : ''
  const hasFavourites = all.some(({ favourite }) => favourite)
  const view = { ...narrowing, tag, onlyFavourites: narrowing.onlyFavourites && hasFavourites, order }
  // Typing goes before drawing cards.
  const shown = useFound(keys, useDeferredValue(JSON.stringify(view)))
  useLoadIssuerMarks()
  useShortcut(searchShortcut, t`Search keys`, () => searchField.current?.focus())

  function change({ order, ...changes }: Partial<KeyView>) {
    if (order !== undefined) orderSetting.set(order)
    setNarrowing((known) => ({ ...known, ...changes }))
  }

  function clear() {
    setNarrowing(everything)
    searchField.current?.focus()
  }

  /** By what is typed, not by what is drawn: Enter may come before the cards. */
  function takeFirst() {
    const first = browseKeys(keys.own_keys, view)[0] ?? browseKeys(keys.shared_keys, view)[0]
    if (first) void copyCode(first, feed.codeNow(first.id).code)
  }

  const found = shown.own_keys.length + shown.shared_keys.length
  return (
    <>
      <KeyToolbar
        view={view}
        onChange={change}
        tags={tags}
        hasFavourites={hasFavourites}
        found={found}
        searchField={searchField}
        shortcut={hasShortcuts ? searchShortcut : undefined}
        onTakeFirst={takeFirst}
      />
      {found === 0 ? (
        <Card>
          <EmptyState
            icon={SearchX}
            title={t`No key matches`}
            action={
              <Button onPress={clear}>
                <Trans>Show all keys</Trans>
              </Button>
            }
          >
            <Trans>Try another word, or fewer filters.</Trans>
          </EmptyState>
        </Card>
      ) : (
        <KeyList keys={shown} onLastDeleted={onLastDeleted} />
      )}
    </>
  )
}

function useFound(keys: CallResponse<typeof listKeys>, view: string) {
  return useMemo(() => {
    const wanted = JSON.parse(view) as KeyView
    return { own_keys: browseKeys(keys.own_keys, wanted), shared_keys: browseKeys(keys.shared_keys, wanted) }
  }, [keys, view])
}
