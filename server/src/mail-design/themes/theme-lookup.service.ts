import { fail } from '../../platform/fail.ts'
import type { ThemeRow, ThemesRepository } from './themes.repository.ts'

export function createThemeLookup() {
  async function require(themes: ThemesRepository, slug: string): Promise<ThemeRow> {
    const row = await themes.find(slug)
    if (row === undefined) throw fail('email.theme_missing')
    return row
  }

  return { require }
}

export type ThemeLookup = ReturnType<typeof createThemeLookup>
