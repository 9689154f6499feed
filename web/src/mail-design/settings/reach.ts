import type { EmailSettings } from '@twofold/contract/mail-design/settings'
import type { Template } from '@twofold/contract/mail-design/templates'

type Themed = Pick<Template, 'theme_slug'>

/** How many templates would be given `theme`: those that have none, and with `isOverriding` those that have another one. */
export function reachOf(templates: readonly Themed[], theme: string, isOverriding: boolean): { without: number; other: number } {
  return {
    without: templates.filter(({ theme_slug: slug }) => slug === null).length,
    other: isOverriding ? templates.filter(({ theme_slug: slug }) => slug !== null && slug !== theme).length : 0,
  }
}

/** What saving these settings does to the templates that there are. */
export function reachOfSaving(templates: readonly Themed[], settings: EmailSettings): { without: number; other: number } {
  if (!settings.auto_apply_to_existing_templates || settings.default_theme === '') return { without: 0, other: 0 }
  return reachOf(templates, settings.default_theme, settings.override_existing_themes)
}
