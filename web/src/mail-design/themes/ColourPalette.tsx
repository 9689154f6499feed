import { useLingui } from '@lingui/react/macro'
import type { ThemeDesign } from '@twofold/contract/mail-design/themes'

type Colour = 'primary_color' | 'secondary_color' | 'accent_color' | 'background_color' | 'text_color'

/** Some colors of a theme with their names. */
export function ColourPalette<Field extends Colour>({ theme, fields }: { theme: Pick<ThemeDesign, Field>; fields: readonly Field[] }) {
  const { t } = useLingui()
  const names: Record<Colour, string> = {
    primary_color: t`Primary`,
    secondary_color: t`Secondary`,
    accent_color: t`Accent`,
    background_color: t`Background`,
    text_color: t`Text`,
  }
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3" aria-label={t`Color palette`}>
      {fields.map((field) => (
        <li key={field} className="flex min-w-0 items-center gap-2">
          <span
            className="aspect-square w-9 flex-none rounded-md border border-border-strong forced-color-adjust-none"
            style={{ background: theme[field] }}
            aria-hidden="true"
          />
          <span className="grid min-w-0 text-sm">
            <span className="font-medium">{names[field]}</span>
            <code className="text-xs text-text-2">{theme[field]}</code>
          </span>
        </li>
      ))}
    </ul>
  )
}
