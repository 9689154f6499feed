import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, useId } from 'react'
import { translateDescription } from '../../lib/server-texts.ts'
import { SpokenError } from '../../ui/Field.tsx'

export type PickedTheme = { name: string; description: string | null; primary_color: string; secondary_color: string; background: string }

type ThemePickerProps = Pick<ComponentProps<'input'>, 'name' | 'ref' | 'onBlur' | 'onChange'> & {
  /** By slug. */
  themes: Record<string, PickedTheme>
  error?: string | undefined
}

/** Picks one of the themes, or none, by appearance. */
export function ThemePicker({ themes, error, ...field }: ThemePickerProps) {
  const { t } = useLingui()
  const id = useId()
  const options: { slug: string; theme: PickedTheme | undefined }[] = [
    { slug: '', theme: undefined },
    ...Object.entries(themes).map(([slug, theme]) => ({ slug, theme })),
  ]
  return (
    <fieldset className="ui-field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="sr-only">{t`Default theme`}</legend>
      {/* Not scrolled where it stands above the preview: two scroll bars are one too many for a thumb. */}
      <div className="grid auto-rows-max gap-2 overflow-y-auto p-0.5 md:max-h-176">
        {options.map(({ slug, theme }) => (
          <label key={slug} className="ui-choice ui-choice-card items-center" data-kind="radio">
            <input type="radio" {...field} value={slug} aria-labelledby={`${id}-${slug}`} aria-describedby={`${id}-${slug}-more`} />
            <span className="min-w-0 flex-1 wrap-anywhere">
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
      <SpokenError id={`${id}-error`}>{error}</SpokenError>
    </fieldset>
  )
}

function Swatch({ theme }: { theme: PickedTheme | undefined }) {
  if (!theme) return null
  return (
    <span
      className="flex flex-none gap-[3px] rounded-md border border-border-strong p-1.5 *:aspect-square *:w-3.5 *:rounded-full"
      aria-hidden="true"
      style={{ background: theme.background }}
    >
      <span style={{ background: theme.primary_color }} />
      <span style={{ background: theme.secondary_color }} />
    </span>
  )
}
