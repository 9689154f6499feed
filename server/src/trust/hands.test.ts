import { expect, test } from 'vitest'
import type { AuditedAct } from '../platform/audit.ts'
import { findHand, isEssential } from './hands.ts'
import { requireOpen } from './require-open.ts'

const target = { kind: 'user', id: 'ann', name: 'Ann' }
const hand = (action: AuditedAct['action'], fields: Partial<AuditedAct> = {}) => findHand({ action, target, ...fields })
const onAccount = (kind: string) => ({ on: 'account', kind, userId: 'ann' })
const onMail = (kind: string) => ({ on: 'installation', kind })

test.each([
  ['user.created', 'created'],
  ['user.activated', 'activated'],
  ['user.promoted', 'role_changed'],
  ['user.demoted', 'role_changed'],
  ['user.email_verified', 'address_vouched'],
  ['user.password_reset', 'password_set'],
  ['user.pin_reset', 'pin_set'],
  ['user.unlocked', 'guesses_forgiven'],
] as const)('%s is a hand on the account', (action, kind) => {
  expect(hand(action)).toEqual(onAccount(kind))
  expect(findHand({ action })).toBeUndefined()
})

test('a restored account has a hand on its address where that is another one', () => {
  const restored = (before: string, after: string) => hand('user.restored', { before: { email: before }, after: { email: after } })
  expect([restored('a', 'a'), restored('a', 'b')]).toEqual([onAccount('restored'), onAccount('address_changed')])
})

test('a changed person is a hand where the address changed, a made link where somebody saw it', () => {
  expect(hand('user.updated', { after: { name: 'A' } })).toBeUndefined()
  expect(hand('user.updated')).toBeUndefined()
  expect(hand('user.updated', { after: { email: 'b' } })).toEqual(onAccount('address_changed'))
  expect(hand('user.password_link_made', { after: { delivery: 'link' } })).toEqual(onAccount('reset_link_handed_over'))
  expect(hand('user.password_link_made', { after: { delivery: 'email' } })).toBeUndefined()
  expect(hand('user.password_link_made')).toBeUndefined()
})

test.each([
  ['email.provider_changed', 'provider', ['name', 'daily_limit', 'hourly_limit'], 'host'],
  [
    'email.settings_changed',
    'sender',
    [
      'auto_apply_to_new_templates',
      'auto_apply_to_existing_templates',
      'override_existing_themes',
      'default_theme',
      'default_category',
      'default_is_active',
      'retention_days',
      'body_retention_days',
    ],
    'from_address',
  ],
  ['email.template_changed', 'template', ['name', 'category', 'description'], 'subject'],
  ['email.translation_saved', 'template', ['name', 'category', 'description'], 'subject'],
  ['email.translation_removed', 'template', [], 'subject'],
  ['email.theme_changed', 'theme', ['name', 'description', 'is_public'], 'custom_css'],
] as const)('%s is a hand where anything else than harmless fields changed', (action, kind, harmless, field) => {
  for (const name of harmless) expect([name, hand(action, { before: { [name]: 1 }, after: { [name]: 2 } })]).toEqual([name, undefined])
  for (const change of [{ before: { [field]: 1 }, after: { [field]: 2 } }, { before: { [field]: 1 } }, { after: { [field]: [] } }])
    expect(hand(action, change)).toMatchObject(onMail(kind))
  expect(hand(action, { before: { [field]: [1], name: 'a' }, after: { [field]: [1], name: 'a' } })).toBeUndefined()
})

test('hands on the parts of e-mails name the e-mail, if they can', () => {
  expect(hand('email.template_changed', { after: { subject: 'x' } })).toMatchObject({ ofTemplate: 'ann' })
  expect(hand('email.theme_changed', { after: { custom_css: 'x' } })).toMatchObject({ ofTheme: 'ann' })
  for (const action of ['email.template_changed', 'email.theme_changed'] as const)
    expect(findHand({ action, after: { x: 1 } })).toBeUndefined()
  for (const action of ['email.theme_deleted', 'email.themes_restored', 'email.theme_taken_back', 'email.theme_applied'] as const)
    expect(hand(action)).toEqual(onMail('theme'))
  expect(hand('email.theme_applied', { after: { templates: 0 } })).toBeUndefined()
  expect(hand('email.theme_applied', { after: { templates: 1 } })).toEqual(onMail('theme'))
})

test('a provider is a hand when it works from the start, goes, or has a new secret', () => {
  expect(hand('email.provider_created', { after: { is_active: true } })).toEqual(onMail('provider'))
  expect(hand('email.provider_created', { after: { is_active: false } })).toBeUndefined()
  expect(hand('email.provider_created')).toBeUndefined()
  expect(hand('email.provider_deleted')).toEqual(onMail('provider'))
  expect(hand('email.provider_changed', { after: { has_new_secret: true } })).toEqual(onMail('provider'))
  expect(hand('email.provider_changed', { after: { has_new_secret: false } })).toBeUndefined()
  expect(hand('email.provider_changed')).toBeUndefined()
})

test('a mapping is a hand where accounts depend on its event, the one before or the one after', () => {
  const essential = { event_name: 'user.password.reset_requested' }
  const other = { event_name: 'key.shared' }
  expect([isEssential('user.password.reset_requested'), isEssential('key.shared'), isEssential('toString'), isEssential(1)]).toEqual([
    true,
    false,
    false,
    false,
  ])
  for (const action of ['email.mapping_created', 'email.mapping_changed', 'email.mapping_deleted'] as const) {
    expect(hand(action, { before: other, after: essential })).toEqual(onMail('mapping'))
    expect(hand(action, { before: essential, after: other })).toEqual(onMail('mapping'))
    expect(
      hand(action, { target: { kind: 'mapping', id: 'x', name: 'user.password.reset_requested' }, after: { is_active: false } }),
    ).toEqual(onMail('mapping'))
    expect(hand(action, { before: other, after: { ...other, is_active: false } })).toBeUndefined()
    expect(hand(action, { before: { ...essential, description: 'a' }, after: { ...essential, description: 'b' } })).toBeUndefined()
  }
})

test('a new address of the installation is a hand, other settings are none, nor is any other act', () => {
  expect(hand('settings.changed', { after: { address: 'https://x' } })).toEqual(onMail('app_address'))
  expect(hand('settings.changed', { after: { name: 'x' } })).toBeUndefined()
  expect(hand('settings.changed')).toBeUndefined()
  expect(hand('user.deactivated')).toBeUndefined()
})

test('while codes are closed, secrets are, too, and a refusal says until when', () => {
  const until = (milliseconds: number) => ({ parameters: { until: new Date(milliseconds).toISOString() } })
  const refusal = (closed: { codes: number | null; secrets: number | null }, what: 'codes' | 'secrets') => {
    try {
      return requireOpen(closed, what)
    } catch (error) {
      return error
    }
  }
  expect(refusal({ codes: null, secrets: 5 }, 'codes')).toBeUndefined()
  expect(refusal({ codes: null, secrets: null }, 'secrets')).toBeUndefined()
  expect(refusal({ codes: 3, secrets: 5 }, 'codes')).toMatchObject({ code: 'keys.codes_closed', ...until(3) })
  expect(refusal({ codes: 3, secrets: 5 }, 'secrets')).toMatchObject({ code: 'keys.secrets_closed', ...until(5) })
  expect(refusal({ codes: 7, secrets: null }, 'secrets')).toMatchObject({ code: 'keys.secrets_closed', ...until(7) })
})
