import { emailSettings } from '@twofold/contract/mail-design/settings'
import { expect, test } from 'vitest'
import { reachOf, reachOfSaving } from './reach.ts'

const templates = [{ theme_slug: null }, { theme_slug: 'card' }, { theme_slug: 'minimal' }, { theme_slug: 'minimal' }]

test('a theme reaches templates without one, and with the override those with another one', () => {
  expect(reachOf(templates, 'card', false)).toEqual({ without: 1, other: 0 })
  expect(reachOf(templates, 'card', true)).toEqual({ without: 1, other: 2 })
})

test('saving reaches templates only where the settings apply a default theme to existing ones', () => {
  const save = (settings: object) => reachOfSaving(templates, emailSettings.parse(settings))
  expect(save({ default_theme: 'card' })).toEqual({ without: 0, other: 0 })
  expect(save({ auto_apply_to_existing_templates: true })).toEqual({ without: 0, other: 0 })
  expect(save({ default_theme: 'card', auto_apply_to_existing_templates: true, override_existing_themes: true })).toEqual({
    without: 1,
    other: 2,
  })
})
