import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDownNarrowWide } from '../../../ui/icons/ArrowDownNarrowWide.ts'
import { ClipboardCheck } from '../../../ui/icons/ClipboardCheck.ts'
import { Ellipsis } from '../../../ui/icons/Ellipsis.ts'
import { FileInput } from '../../../ui/icons/FileInput.ts'
import { FileOutput } from '../../../ui/icons/FileOutput.ts'
import { Grid2x2 } from '../../../ui/icons/Grid2x2.ts'
import { Grid3x3 } from '../../../ui/icons/Grid3x3.ts'
import { ListChecks } from '../../../ui/icons/ListChecks.ts'
import { Pin } from '../../../ui/icons/Pin.ts'
import { Rows3 } from '../../../ui/icons/Rows3.ts'
import { Users } from '../../../ui/icons/Users.ts'
import type { KeyView } from '../../../keys/browse-keys.ts'
import { type KeyOrder, keyOrders } from '../../../keys/key-orders.ts'
import { selectButtonId, useIsSelecting } from '../../../keys/selection.ts'
import { type VaultView, vaultViews } from '../../../keys/vault-views.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/Menu.tsx'
import { Toolbar } from '../../../ui/Toolbar.tsx'

export interface KeyCounts {
  all: number
  pinned: number
  own: number
  shared: number
  /** By id. */
  groups: ReadonlyMap<string, { name: string; count: number }>
  tags: ReadonlyMap<string, number>
}

interface VaultToolsProps {
  view: KeyView
  onChange: (changes: Partial<KeyView>) => void
  counts: KeyCounts
  layout: VaultView
  onLayout: (layout: VaultView) => void
  /** Undefined when there is nothing to choose from. */
  onSelecting: ((isSelecting: boolean) => void) | undefined
  onTransfer: (what: 'import' | 'export') => void
}

const layoutIcons = { list: Rows3, compact: Grid3x3, cards: Grid2x2 } as const

/** Filters, order and layout of the keys. A single tab stop. */
export function VaultTools({ view, onChange, counts, layout, onLayout, onSelecting, onTransfer }: VaultToolsProps) {
  const { t } = useLingui()
  const isSelecting = useIsSelecting()
  const isNarrow = useMedia('(max-width: 40rem)')
  const layoutNames: Record<VaultView, string> = { list: t`List`, compact: t`Compact cards`, cards: t`Cards` }
  const orderNames: Record<KeyOrder, string> = {
    added: t`Oldest first`,
    newest: t`Newest first`,
    name: t`By name`,
    issuer: t`By issuer`,
  }
  return (
    <Toolbar label={t`Keys shown`} className="vault-tools">
      <div className="vault-chips" role="group" aria-label={t`Show only`}>
        <Chips view={view} onChange={onChange} counts={counts} />
      </div>
      <div className="vault-views">
        {onSelecting && (
          <IconButton
            id={selectButtonId}
            size="sm"
            icon={ListChecks}
            label={t`Select`}
            aria-pressed={isSelecting}
            onPress={() => onSelecting(!isSelecting)}
          />
        )}
        {!isNarrow &&
          vaultViews.map((one) => (
            <IconButton
              key={one}
              size="sm"
              icon={layoutIcons[one]}
              label={layoutNames[one]}
              aria-pressed={layout === one}
              onPress={() => onLayout(one)}
            />
          ))}
        <Menu trigger={<IconButton size="sm" icon={Ellipsis} label={t`More`} />} label={t`Keys`}>
          <MenuItem icon={FileInput} onAction={() => onTransfer('import')}>
            {t`Import keys`}
          </MenuItem>
          <MenuItem icon={FileOutput} onAction={() => onTransfer('export')}>
            {t`Export keys`}
          </MenuItem>
          <MenuItem icon={ClipboardCheck} href="/reviews">
            {t`Reviews of access`}
          </MenuItem>
          <MenuItem icon={Users} href="/groups">
            {t`Groups`}
          </MenuItem>
          <MenuSeparator />
          {keyOrders.map((order) => (
            <MenuItem key={order} icon={ArrowDownNarrowWide} isCurrent={view.order === order} onAction={() => onChange({ order })}>
              {orderNames[order]}
            </MenuItem>
          ))}
          <MenuSeparator />
          {vaultViews.map((one) => (
            <MenuItem key={one} icon={layoutIcons[one]} isCurrent={layout === one} onAction={() => onLayout(one)}>
              {layoutNames[one]}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </Toolbar>
  )
}

function Chips({ view, onChange, counts }: Pick<VaultToolsProps, 'view' | 'onChange' | 'counts'>) {
  const isAll = view.tags.length === 0 && view.group === '' && !view.onlyFavourites && view.only === ''
  const hasBoth = counts.own > 0 && counts.shared > 0
  if (!hasBoth && counts.pinned + counts.groups.size + counts.tags.size === 0) return null
  const none = { tags: [], group: '', onlyFavourites: false, only: '' } as const satisfies Partial<KeyView>
  return (
    <>
      <Chip isSelected={isAll} onChange={() => onChange(none)}>
        <Trans>All</Trans> <Count of={counts.all} />
      </Chip>
      {counts.pinned > 0 && (
        <Chip isSelected={view.onlyFavourites} onChange={(onlyFavourites) => onChange({ onlyFavourites })}>
          <Icon icon={Pin} size={14} /> <Trans>Pinned</Trans> <Count of={counts.pinned} />
        </Chip>
      )}
      {hasBoth && (
        <>
          <Chip isSelected={view.only === 'own'} onChange={(isOn) => onChange({ only: isOn ? 'own' : '' })}>
            <Trans>Yours</Trans> <Count of={counts.own} />
          </Chip>
          <Chip isSelected={view.only === 'shared'} onChange={(isOn) => onChange({ only: isOn ? 'shared' : '' })}>
            <Trans>Shared with you</Trans> <Count of={counts.shared} />
          </Chip>
        </>
      )}
      {[...counts.groups].map(([id, { name, count }]) => (
        <Chip key={id} isSelected={view.group === id} onChange={(isOn) => onChange({ group: isOn ? id : '' })}>
          <Icon icon={Users} size={14} /> <ChipName>{name}</ChipName> <Count of={count} />
        </Chip>
      ))}
      {[...counts.tags].map(([tag, count]) => (
        <Chip
          key={tag}
          isSelected={view.tags.includes(tag)}
          onChange={(isOn, { isAdded }) => {
            const others = isAdded ? view.tags.filter((one) => one !== tag) : []
            onChange({ tags: isOn ? [...others, tag] : others })
          }}
        >
          <ChipName>{tag}</ChipName> <Count of={count} />
        </Chip>
      ))}
    </>
  )
}

/** As long as people made it: a name of 80 letters leaves room for the next chip. */
function ChipName({ children }: { children: string }) {
  return (
    <span className="max-w-40 truncate" title={children}>
      {children}
    </span>
  )
}

/** The chip is named by its word alone, which stays when keys come and go. */
function Count({ of }: { of: number }) {
  const { i18n } = useLingui()
  return (
    <span className="vault-count" aria-hidden="true">
      {i18n.number(of)}
    </span>
  )
}
