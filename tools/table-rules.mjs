/*
 * Who writes which table (docs/architecture.md): each has one noun, whose repositories alone insert, change and delete its rows. Run by
 * `npm run check`.
 */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { root } from './process.mjs'
import { sourcesBelow } from './sources.mjs'

/** The tables of each noun. Parts of `admin` are nouns of their own. */
export const owners = /** @type {Record<string, string[]>} */ ({
  platform: [
    'audit_beginnings',
    'audit_chain',
    'audit_checkpoints',
    'audit_log',
    'audit_verifications',
    'audit_waiting',
    'idempotency_keys',
    'installation_settings',
    'key_rotations',
    'keyrings',
    'migrations',
    'nodes',
    'rate_limits',
    'restorations',
  ],
  trust: ['closing_mails', 'endings_at_once', 'hands', 'requests'],
  accounts: [
    'account_deletions',
    'activity',
    'data_keys',
    'memberships_ended_with_account',
    'one_time_links',
    'setup_links',
    'shares_ended_with_account',
    'users',
  ],
  sessions: ['known_devices', 'person_tokens', 'sessions', 'sign_in_failures', 'sign_in_locks'],
  factors: ['guess_counters', 'login_totp', 'passkeys', 'recovery_codes', 'webauthn_challenges'],
  identities: ['identities', 'oidc_attempts'],
  keys: [
    'backup_codes',
    'code_leases',
    'favourites',
    'key_copies',
    'key_icons',
    'key_usage',
    'keys',
    'removed_links',
    'secret_rotations',
    'secret_showings',
  ],
  codes: ['code_takes'],
  sharing: ['group_members', 'groups', 'key_offers', 'share_contacts', 'share_mails', 'shares'],
  reviews: ['review_items', 'review_owners', 'reviews'],
  machines: [
    'access_tokens',
    'device_sign_ins',
    'issuer_keys',
    'refused_exchanges',
    'service_account_managers',
    'service_accounts',
    'used_assertions',
    'workload_issuers',
    'workload_trusts',
  ],
  webhooks: ['webhook_deliveries', 'webhook_endpoints'],
  'admin/access': ['saved_questions'],
  'admin/analytics': ['day_figures', 'day_figures_progress', 'kept_figures'],
  'admin/backups': ['backup_downloads', 'backup_drills', 'backups'],
  'admin/leavers': ['leaver_keys', 'leaver_plans'],
  'admin/notifications': ['notification_reads', 'notifications'],
  'admin/streams': ['audit_streams'],
  'admin/system': ['disk_days', 'health_checks', 'maintenance_windows', 'release_feed'],
  'mail-design': [
    'email_previews',
    'email_settings',
    'email_template_translations',
    'email_template_versions',
    'email_templates',
    'email_theme_applications',
    'email_themes',
  ],
  'mail-rules': ['email_decisions', 'email_mappings', 'email_preferences'],
  'mail-delivery': ['email_attempts', 'email_logs', 'email_providers', 'email_quotas', 'email_suppressions'],
  'mail-log': ['email_feedback'],
})

/** Written from elsewhere until that has moved: file → tables. Each must still be needed. @type {Record<string, string[]>} */
const excepted = {
  'server/src/accounts/accounts.repository.ts': ['identities'],
  'server/src/accounts/activity.repository.ts': ['audit_log'],
  'server/src/accounts/preferences.repository.ts': ['email_preferences'],
  'server/src/accounts/profile.repository.ts': ['shares', 'group_members'],
  'server/src/admin/users/user-changes.repository.ts': [
    'users',
    'guess_counters',
    'sessions',
    'passkeys',
    'login_totp',
    'recovery_codes',
    'sign_in_locks',
  ],
  'server/src/admin/users/user-restoration.repository.ts': [
    'users',
    'group_members',
    'shares',
    'shares_ended_with_account',
    'memberships_ended_with_account',
    'account_deletions',
  ],
  'server/src/codes/codes.repository.ts': ['keys'],
  'server/src/codes/takes.repository.ts': ['code_leases'],
  'server/src/mail-log/held/held.repository.ts': ['email_logs'],
  'server/src/mail-log/logs/logs.repository.ts': ['email_logs'],
  'server/src/mail-delivery/providers/providers.repository.ts': ['email_mappings', 'email_templates'],
  'server/src/mail-rules/seeding.repository.ts': ['email_themes', 'email_templates', 'email_template_translations'],
  'server/src/mail-log/feedback/feedback.repository.ts': ['email_logs'],
  'server/src/factors/pin.repository.ts': ['users'],
  'server/src/machines/service-accounts.repository.ts': ['shares'],
  'server/src/platform/backup/calm-down.ts': ['email_attempts', 'email_logs'],
  'server/src/platform/policy/settings.repository.ts': ['sessions'],
  'server/src/sessions/sign-in-guard.repository.ts': ['audit_log'],
  'server/src/sharing/invitations.repository.ts': ['users'],
  'server/src/transfer/transfer.repository.ts': ['keys', 'favourites'],
  'server/src/trust/trust.repository.ts': ['users'],
}

const writing =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)'|\b(?:insert into|delete from|update)\s+(?:only\s+)?([a-z_]+)(?=[\s(`;]|$)/g

const ownerOf = new Map(Object.entries(owners).flatMap(([noun, tables]) => tables.map((table) => [table, noun])))

/** @param {string} path */
function nounOf(path) {
  const [noun = '', part = ''] = path.replace('server/src/', '').split('/')
  return noun === 'admin' && !part.endsWith('.ts') ? `${noun}/${part}` : noun
}

/**
 * Every write that breaks the rule, as a line to print, and every exception that nothing needs.
 * @param {Iterable<[path: string, text: string]>} files paths from the root on, with slashes
 * @param {Record<string, string[]>} allowed
 */
export function findForeignWrites(files, allowed = excepted) {
  /** @type {Set<string>} */
  const found = new Set()
  const needed = new Set()
  for (const [path, text] of files) {
    for (const [, built, typed] of text.matchAll(writing)) {
      const table = built ?? typed ?? ''
      const owner = ownerOf.get(table)
      if (built !== undefined && owner === undefined)
        found.add(`${path} writes ${table}, which no noun owns: name one in tools/table-rules.mjs`)
      if (owner === undefined || owner === nounOf(path)) continue
      if (allowed[path]?.includes(table)) needed.add(`${path} ${table}`)
      else found.add(`${path} writes ${table}, which ${owner} owns: ask it`)
    }
  }
  for (const [path, tables] of Object.entries(allowed)) {
    for (const table of tables)
      if (!needed.has(`${path} ${table}`)) found.add(`${path} does not write ${table} any more: take it out of the exceptions`)
  }
  return [...found]
}

async function main() {
  const names = (await sourcesBelow('server/src')).filter(
    (name) => !/\.(test|faults)\.ts$|^server\/src\/(testing|demo)\/|\/testing\//.test(name),
  )
  const files = await Promise.all(names.map(async (name) => /** @type {[string, string]} */ ([name, await readFile(root + name, 'utf8')])))
  if (files.length === 0) throw new Error('There are no sources to check.')
  const violations = findForeignWrites(files)
  for (const line of violations) console.error(line)
  process.exitCode = violations.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
