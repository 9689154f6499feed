import './themes.css'
import { useLingui } from '@lingui/react/macro'

/** Colours with their names. */
export function ColourPalette({ colours }: { colours: readonly { name: string; value: string }[] }) {
  const { t } = useLingui()
  return (
    <ul className="theme-palette" aria-label={t`Colour palette`}>
      {colours.map(({ name, value }) => (
        <li key={name}>
          <span className="theme-tile" style={{ background: value }} aria-hidden="true" />
          <span>
            <span className="font-medium">{name}</span>
            <code>{value}</code>
          </span>
        </li>
      ))}
    </ul>
  )
}
