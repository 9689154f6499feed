import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Theme } from '@twofold/contract/mail-design/theme-calls'
import { Copy } from '../../ui/icons/Copy.ts'
import { Eye } from '../../ui/icons/Eye.ts'
import { Globe } from '../../ui/icons/Globe.ts'
import { Pencil } from '../../ui/icons/Pencil.ts'
import { Trash2 } from '../../ui/icons/Trash2.ts'
import { useId } from 'react'
import { translateDescription } from '../../lib/server-texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useLayoutLabels, useThemeName } from './theme-words.ts'

export type ThemeActions = {
  onPreview: (theme: Theme) => void
  onDuplicate: (theme: Theme) => void
  onEdit: (theme: Theme) => void
  onDelete: (theme: Theme) => void
}

type ThemeCardProps = ThemeActions & { theme: Theme; isDuplicating: boolean }

export function ThemeCard({ theme, isDuplicating, onPreview, onDuplicate, onEdit, onDelete }: ThemeCardProps) {
  const { t, i18n } = useLingui()
  const layouts = useLayoutLabels()
  const id = useId()
  const name = useThemeName()(theme)
  return (
    <article className="ui-card grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] overflow-clip" aria-labelledby={id}>
      <div className="flex h-20 items-end px-4 py-3 forced-color-adjust-none" style={{ background: bannerOf(theme) }} aria-hidden="true">
        <ColourDots colours={[theme.primary_color, theme.secondary_color, theme.accent_color]} />
      </div>
      <div className="grid content-start gap-2 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <h3 id={id} className="wrap-anywhere">
            {name}
          </h3>
          {theme.is_system && <Badge tone="accent">{t`System`}</Badge>}
          {theme.is_public && <Badge icon={Globe}>{t`Public`}</Badge>}
        </div>
        <p className="text-text-2 wrap-anywhere">{theme.description ? translateDescription(theme.description) : t`No description`}</p>
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-text-3 text-sm">
          <li>{layouts[theme.layout_type]}</li>
          <li>
            <Plural value={theme.templates_count} one="# template" other="# templates" />
          </li>
          {theme.creator && <li className="wrap-anywhere">{t`by ${theme.creator.name}`}</li>}
          <li>
            <time dateTime={theme.created_at}>{i18n.date(theme.created_at, { dateStyle: 'medium' })}</time>
          </li>
        </ul>
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-2 py-2 pe-3 ps-4 border-t border-border">
        <Button size="sm" icon={Eye} aria-label={t`Preview ${name}`} onPress={() => onPreview(theme)}>
          <Trans>Preview</Trans>
        </Button>
        <span className="flex gap-1">
          <IconButton size="sm" icon={Copy} label={t`Duplicate ${name}`} pending={isDuplicating} onPress={() => onDuplicate(theme)} />
          {!theme.is_system && (
            <>
              <IconButton size="sm" icon={Pencil} label={t`Edit ${name}`} onPress={() => onEdit(theme)} />
              <IconButton size="sm" icon={Trash2} label={t`Delete ${name}`} onPress={() => onDelete(theme)} />
            </>
          )}
        </span>
      </footer>
    </article>
  )
}

function bannerOf({ primary_color: from, secondary_color: to, use_gradients: isGradient }: Theme): string {
  return isGradient ? `linear-gradient(135deg, ${from}, ${to})` : from
}

export function ColourDots({ colours, isSmall = false }: { colours: readonly string[]; isSmall?: boolean }) {
  return (
    <span className="flex gap-1">
      {colours.map((colour, index) => (
        <span
          key={index}
          className={`aspect-square rounded-full border-[#fff] shadow-1 forced-color-adjust-none ${isSmall ? 'w-3.5 border' : 'w-5 border-2'}`}
          style={{ background: colour }}
        />
      ))}
    </span>
  )
}
