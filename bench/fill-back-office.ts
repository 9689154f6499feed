import type pg from 'pg'
import { fillBare } from './bare-tables.ts'
import { copyRows } from './copy-rows.ts'

const day = 24 * 60 * 60 * 1000

/** For each user. */
export const keysEach = 5
export const logRowsEach = 10
/** Of the log rows of a user: e-mails, things that happened, copied codes, acts of administrators. */
const logs = { mails: 5, activity: 4, copies: 0.5, audit: 0.5 }

const syllables = [
  'an',
  'bel',
  'cor',
  'da',
  'el',
  'fin',
  'gra',
  'hal',
  'is',
  'jo',
  'kir',
  'lo',
  'mar',
  'nel',
  'or',
  'pet',
  'ri',
  'sol',
  'tam',
  'ul',
]

/** Always the same for the same number, and spread evenly. */
const spread = (number: number, size: number) => Math.floor((((number * 2_654_435_761) >>> 0) / 2 ** 32) * size)

const syllable = (number: number) => syllables[number % syllables.length] ?? ''
const titled = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
/** 400 first names and 8,000 last ones. */
export function nameOf(number: number): { first: string; last: string } {
  const [a, b] = [spread(number, 400), spread(number + 7, 8000)]
  return {
    first: titled(syllable(a) + syllable(Math.floor(a / 20))),
    last: titled(syllable(b) + syllable(Math.floor(b / 20)) + syllable(Math.floor(b / 400))),
  }
}

/** In the order of numbers, as ids made one after the other are in the order of time. */
const id = (kind: number, number: number) =>
  `0190${kind.toString(16).padStart(4, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/**
 * An installation of so many users: five keys each, a share each, and ten rows of logs of the last months each. Nobody is signed in, and the
 * secrets open nothing.
 */
export async function fillBackOffice(client: pg.Client, users: number): Promise<void> {
  await fillBare(client, tables, () => copyAll(client, users))
  await client.query('vacuum analyze')
}

const tables = ['users', 'keys', 'shares', 'recovery_codes', 'email_logs', 'activity', 'key_copies', 'audit_log']

async function copyAll(client: pg.Client, users: number): Promise<void> {
  const now = Date.now()
  const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString()
  /** Numbers that grow get times that grow, from `days` ago until now. */
  const within = (number: number, count: number, days: number) => ago(((count - number) / count) * days * day)
  const secret = String.raw`\x${'5a'.repeat(60)}`
  const owner = (number: number) => id(1, spread(number, users))

  const copy = (table: string, columns: string[], count: number, row: (number: number) => (string | null)[]) =>
    copyRows(client, table, columns, count, row)

  const keys = users * keysEach
  const keysOf = new Uint32Array(users)
  for (let number = 0; number < keys; number++) {
    const at = spread(number, users)
    keysOf[at] = (keysOf[at] ?? 0) + 1
  }
  const account = [
    'id',
    'name',
    'email',
    'email_normalized',
    'role',
    'is_active',
    'admitted_at',
    'last_login_at',
    'created_at',
    'updated_at',
    'keys_count',
  ]
  await copy('users', account, users, (number) => {
    const { first, last } = nameOf(number)
    const email = `${first}.${last}${number}@example.org`
    const created = within(number, users, 700)
    const login = spread(number + 3, 20) === 0 ? null : ago(spread(number + 1, 100) ** 2 * 0.04 * day)
    const role = number % 1000 === 0 ? 'admin' : 'user'
    return [
      id(1, number),
      `${first} ${last}`,
      email,
      email.toLowerCase(),
      role,
      String(number % 50 !== 7),
      created,
      login,
      created,
      created,
      String(keysOf[number]),
    ]
  })
  await client.query(`insert into user_texts (user_id, name, text, is_deleted)
    select id, plain_text(name), plain_text(name || E'\\n' || email), false from users on conflict do nothing`)
  const key = ['id', 'owner_id', 'name', 'kind', 'algorithm', 'digits', 'period', 'secret', 'created_at', 'updated_at', 'copied_at']
  await copy('keys', key, keys, (number) => {
    const created = within(number, keys, 700)
    const copied = number % 10 < 3 ? null : ago(spread(number, 90) * day)
    return [id(2, number), owner(number), `Key ${number}`, 'totp', 'SHA1', '6', '30', secret, created, created, copied]
  })
  await copy('shares', ['id', 'key_id', 'recipient_id', 'email', 'email_normalized', 'permission', 'created_at'], users, (number) => {
    const recipient = spread(number + 11, users)
    const { first, last } = nameOf(recipient)
    const email = `${first}.${last}${recipient}@example.org`.toLowerCase()
    return [id(3, number), id(2, number * keysEach), id(1, recipient), email, email, 'view', within(number, users, 700)]
  })
  const codes = Math.ceil(users / 10) * 10
  await copy('recovery_codes', ['id', 'user_id', 'set_id', 'code_hash', 'created_at'], codes, (number) => {
    const set = Math.floor(number / 10)
    return [id(4, number), id(1, Math.min(set * 10, users - 1)), id(5, set), String.raw`\x${'00'.repeat(32)}`, within(number, codes, 700)]
  })

  const mail = [
    'id',
    'category',
    'class',
    'event_name',
    'user_id',
    'recipient_email',
    'subject',
    'message_id',
    'queue',
    'provider_kind',
    'attempts',
  ]
  const mailTimes = ['due_at', 'created_at', 'sent_at', 'delivered_at', 'opened_at', 'failed_at']
  const mails = users * logs.mails
  await copy('email_logs', [...mail, ...mailTimes], mails, (number) => {
    const at = within(number, mails, 90)
    const failed = number % 97 === 0
    const sent = failed ? null : at
    const to = `person${number % users}@example.org`
    const fixed = [
      id(6, number),
      'notification',
      'optional',
      'key.shared',
      owner(number),
      to,
      'A key was shared with you',
      `<${number}@example.org>`,
    ]
    return [
      ...fixed,
      'done',
      'smtp',
      '1',
      at,
      at,
      sent,
      number % 20 === 0 ? null : sent,
      number % 3 === 0 ? sent : null,
      failed ? at : null,
    ]
  })
  const happenings = users * logs.activity
  await copy('activity', ['id', 'user_id', 'kind', 'happened_at'], happenings, (number) => {
    const kind = number % 8 === 0 ? 'key_added' : number % 8 === 1 ? 'share_given' : number % 8 === 2 ? 'name_changed' : 'signed_in'
    return [id(7, number), owner(number), kind, within(number, happenings, 365)]
  })
  const copies = users * logs.copies
  await copy('key_copies', ['id', 'key_id', 'user_id', 'copied_at'], copies, (number) => {
    const which = spread(number, keys)
    return [id(8, number), id(2, which), owner(which), within(number, copies, 365)]
  })
  const acts = users * logs.audit
  await copy('audit_log', ['id', 'happened_at', 'actor_name', 'actor_email', 'action', 'target_kind', 'target_id'], acts, (number) => [
    id(9, number),
    within(number, acts, 700),
    'Ada Example',
    'ada@example.org',
    'user.updated',
    'user',
    owner(number),
  ])
}
