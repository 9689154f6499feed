import './settings.css'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { translateDescription } from '../../lib/server-texts.ts'
import { FieldError } from '../../ui/Field.tsx'

export type PickedTheme = { name: string; description: string | null; primary_color: string; secondary_color: string; background: string }

type ThemePickerProps = {
  /** By slug. */
  themes: Record<string, PickedTheme>
  /** Empty: none. */
  value: string
  onChange: (slug: string) => void
  error?: string | undefined
}

/** Picks one of the themes, or none, by appearance. */
export function ThemePicker({ themes, value, onChange, error }: ThemePickerProps) {
  const { t } = useLingui()
  const id = useId()
  const options: { slug: string; theme: PickedTheme | undefined }[] = [
    { slug: '', theme: undefined },
    ...Object.entries(themes).map(([slug, theme]) => ({ slug, theme })),
  ]
  return (
    <fieldset className="ui-field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="sr-only">{t`Default theme`}</legend>
      <div className="theme-picker">
        {options.map(({ slug, theme }) => (
          <label key={slug} className="ui-choice ui-choice-card theme-choice" data-kind="radio">
            <input
              type="radio"
              name={id}
              value={slug}
              checked={value === slug}
              aria-labelledby={`${id}-${slug}`}
              aria-describedby={`${id}-${slug}-more`}
              onChange={() => onChange(slug)}
            />
            <span>
              <span className="ui-choice-title" id={`${id}-${slug}`}>
                {theme?.name ?? t`No theme`}
              </span>
              <span className="ui-choice-description" id={`${id}-${slug}-more`}>
                {theme
                  ? theme.description
                    ? translateDescription(theme.description)
                    : t`No description`
                  : t`New templates look as they are written.`}
              </span>
            </span>
            <Swatch theme={theme} />
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

function Swatch({ theme }: { theme: PickedTheme | undefined }) {
  if (!theme) return null
  return (
    <span className="theme-swatch" aria-hidden="true" style={{ background: theme.background }}>
      <span style={{ background: theme.primary_color }} />
      <span style={{ background: theme.secondary_color }} />
    </span>
  )
}
