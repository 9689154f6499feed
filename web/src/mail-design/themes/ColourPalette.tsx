import './themes.css'
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
    <ul className="theme-palette" aria-label={t`Color palette`}>
      {fields.map((field) => (
        <li key={field}>
          <span className="theme-tile" style={{ background: theme[field] }} aria-hidden="true" />
          <span>
            <span className="font-medium">{names[field]}</span>
            <code>{theme[field]}</code>
          </span>
        </li>
      ))}
    </ul>
  )
}
