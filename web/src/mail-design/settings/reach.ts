import type { EmailSettings } from '@twofold/contract/mail-design/settings'
import type { Template } from '@twofold/contract/mail-design/templates'

type Themed = Pick<Template, 'theme_slug'>

/** Number of templates that would get `theme`: those without one, and with `isOverriding` those with another one. */
export function reachOf(templates: readonly Themed[], theme: string, isOverriding: boolean): { without: number; other: number } {
  return {
    without: templates.filter(({ theme_slug: slug }) => slug === null).length,
    other: isOverriding ? templates.filter(({ theme_slug: slug }) => slug !== null && slug !== theme).length : 0,
  }
}

/** Effect of saving these settings on existing templates. */
export function reachOfSaving(templates: readonly Themed[], settings: EmailSettings): { without: number; other: number } {
  if (!settings.auto_apply_to_existing_templates || settings.default_theme === '') return { without: 0, other: 0 }
  return reachOf(templates, settings.default_theme, settings.override_existing_themes)
}
