import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDefinition } from '@twofold/contract/event-definition'
import type { AuditedAct } from '../platform/audit.ts'

/** An act on an account by somebody else that could let them become that person. */
export type AccountHand =
  | 'created'
  | 'activated'
  | 'restored'
  | 'role_changed'
  | 'address_changed'
  | 'address_vouched'
  | 'password_set'
  | 'reset_link_handed_over'
  | 'pin_set'
  | 'factors_removed'
  | 'guesses_forgiven'

/** Hands after which the account is closed until a proof: by each of them somebody else could sign in as its person. */
export const closingHands: ReadonlySet<AccountHand> = new Set([
  'restored',
  'address_changed',
  'password_set',
  'reset_link_handed_over',
  'pin_set',
  'factors_removed',
] as const)

/** Hands by which an account has an address that only an administrator says is its person's. */
export const addressHands: ReadonlySet<AccountHand> = new Set(['created', 'address_changed'] as const)

export const isClosing = (kind: string): kind is AccountHand => (closingHands as ReadonlySet<string>).has(kind)

/** A change to the mail path that account recovery depends on. A second administrator can approve it (mail-path.service.ts). */
export type InstallationHand = 'provider' | 'sender' | 'template' | 'theme' | 'mapping' | 'app_address'

/** The intervention that an act is. `ofTemplate` and `ofTheme`: only if accounts depend on e-mails made with it, which the database knows. */
export type Hand =
  | { on: 'account'; kind: AccountHand; userId: string }
  | { on: 'installation'; kind: InstallationHand; ofTemplate?: string; ofTheme?: string }

type Fields = Record<string, unknown>

const differs = ({ before = {}, after = {} }: AuditedAct, isHarmless: ReadonlySet<string>): boolean =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].some(
    (name) => !isHarmless.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

/** Fields that affect neither the route nor the content of e-mail. A new field counts until it is listed here. */
const harmless = {
  provider: new Set(['name', 'daily_limit', 'hourly_limit']),
  settings: new Set([
    'auto_apply_to_new_templates',
    'auto_apply_to_existing_templates',
    'override_existing_themes',
    'default_theme',
    'default_category',
    'default_is_active',
    'retention_days',
    'body_retention_days',
  ]),
  template: new Set(['name', 'category', 'description']),
  theme: new Set(['name', 'description', 'is_public']),
  mapping: new Set(['description']),
}

const isTrue = (fields: Fields | undefined, name: string) => fields?.[name] === true

/** Whether accounts depend on e-mail of the event. */
export function isEssential(event: unknown): boolean {
  if (typeof event !== 'string' || !Object.hasOwn(eventCatalogue, event)) return false
  const definition: EventDefinition = eventCatalogue[event as keyof typeof eventCatalogue]
  return definition.class === 'account'
}

const account = (act: AuditedAct, kind: AccountHand): Hand | undefined =>
  act.target?.id === undefined ? undefined : { on: 'account', kind, userId: act.target.id }

const mapping = (act: AuditedAct): Hand | undefined => {
  const events = [act.target?.name, act.before?.['event_name'], act.after?.['event_name']]
  return events.some(isEssential) && differs(act, harmless.mapping) ? { on: 'installation', kind: 'mapping' } : undefined
}

const template = (act: AuditedAct): Hand | undefined =>
  act.target?.id === undefined || !differs(act, harmless.template)
    ? undefined
    : { on: 'installation', kind: 'template', ofTemplate: act.target.id }

const anyTheme = (): Hand => ({ on: 'installation', kind: 'theme' })

/** Acts of administrators that are interventions. The audit log has every act, so no code path can forget to report one. */
const handOf: { [Action in AuditedAct['action']]?: (act: AuditedAct) => Hand | undefined } = {
  'user.created': (act) => account(act, 'created'),
  'user.activated': (act) => account(act, 'activated'),
  'user.restored': (act) => account(act, act.before?.['email'] === act.after?.['email'] ? 'restored' : 'address_changed'),
  'user.promoted': (act) => account(act, 'role_changed'),
  'user.demoted': (act) => account(act, 'role_changed'),
  'user.updated': (act) => (act.after !== undefined && 'email' in act.after ? account(act, 'address_changed') : undefined),
  'user.email_verified': (act) => account(act, 'address_vouched'),
  'user.password_reset': (act) => account(act, 'password_set'),
  'user.password_link_made': (act) => (act.after?.['delivery'] === 'link' ? account(act, 'reset_link_handed_over') : undefined),
  'user.pin_reset': (act) => account(act, 'pin_set'),
  'user.factors_removed': (act) => account(act, 'factors_removed'),
  'user.unlocked': (act) => account(act, 'guesses_forgiven'),

  'email.provider_created': (act) => (isTrue(act.after, 'is_active') ? { on: 'installation', kind: 'provider' } : undefined),
  'email.provider_changed': (act) => {
    const { has_new_secret: hasNewSecret, ...after } = act.after ?? {}
    const isOther = hasNewSecret === true || differs({ ...act, after }, harmless.provider)
    return isOther ? { on: 'installation', kind: 'provider' } : undefined
  },
  'email.provider_deleted': () => ({ on: 'installation', kind: 'provider' }),
  'email.settings_changed': (act) => (differs(act, harmless.settings) ? { on: 'installation', kind: 'sender' } : undefined),
  'email.template_changed': template,
  'email.translation_saved': template,
  'email.translation_removed': template,
  'email.theme_changed': (act) =>
    act.target?.id !== undefined && differs(act, harmless.theme)
      ? { on: 'installation', kind: 'theme', ofTheme: act.target.id }
      : undefined,
  'email.theme_deleted': anyTheme,
  'email.themes_restored': anyTheme,
  'email.theme_applied': (act) => (act.after?.['templates'] === 0 ? undefined : anyTheme()),
  'email.theme_taken_back': anyTheme,
  'email.mapping_created': mapping,
  'email.mapping_changed': mapping,
  'email.mapping_deleted': mapping,
  'settings.changed': (act) =>
    act.after !== undefined && 'address' in act.after ? { on: 'installation', kind: 'app_address' } : undefined,
}

export function findHand(act: AuditedAct): Hand | undefined {
  return handOf[act.action]?.(act)
}
