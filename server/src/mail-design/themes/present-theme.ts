import type { Theme } from '@twofold/contract/mail-design/theme-calls'
import { themeDesign, type ThemeDesign } from '@twofold/contract/mail-design/themes'
import type { ThemeRow } from './themes.repository.ts'

export function presentTheme(row: ThemeRow): Theme {
  return {
    ...themeDesign.parse(row.design),
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    is_system: row.is_system,
    is_public: row.is_public,
    creator: row.created_by === null ? null : { id: row.created_by, name: row.creator_name ?? '' },
    templates_count: row.templates_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function designOf(theme: Theme): ThemeDesign {
  const fields = Object.keys(themeDesign.shape)
  return themeDesign.parse(Object.fromEntries(Object.entries(theme).filter(([name]) => fields.includes(name))))
}
