import { emailField } from '@twofold/contract/accounts'
import { detailMost, type ImportedSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { type SuppressionReason, suppressionReason } from '@twofold/contract/mail-rules/suppression-reason'
import { type CsvRow, readCsv } from '../../lib/csv.ts'

type Entry = Omit<ImportedSuppression, 'reason'> & { reason: SuppressionReason | undefined }

export interface SuppressionFile {
  /** `reason` is undefined where the file does not say it. */
  entries: Entry[]
  /** Rows without a valid address. */
  leftOut: number
  /** The reason that the columns of the file speak for. */
  usual: SuppressionReason
}

/** Before e-mail providers. */
const earliest = Date.parse('2000-01-01T00:00:00Z')
/** The year that Mailgun writes for a time it does not know. JavaScript reads 2001. */
const unknownYear = /\b0001\b/

/** Postmark's reasons. It calls by the same name who was suppressed by hand and who unsubscribed: those are of the recipient. */
const ofPostmark: Record<string, (origin: string) => SuppressionReason> = {
  hardbounce: () => 'bounce',
  spamcomplaint: () => 'complaint',
  manualsuppression: (origin) => (origin.toLowerCase() === 'recipient' ? 'unsubscribe' : 'manual'),
}

/**
 * Reads the suppressions that Postmark (EmailAddress, SuppressionReason, Origin, CreatedAt), SendGrid (email, created, with status and reason or ip) and
 * Mailgun (address, created_at, with code and error or tags) export, and those of our own export. Undefined: no table with addresses. Throws for a file that
 * is cut off.
 */
export function readSuppressions(text: string): SuppressionFile | undefined {
  const table = readCsv(text.replace(/^\uFEFF/, ''))
  const column = ['emailaddress', 'email', 'address'].find((name) => table?.columns.has(name))
  if (table === undefined || column === undefined) return undefined
  const rows = table.readRows()
  const entries = rows.flatMap((row) => {
    const { data: email } = emailField.safeParse(unquoted(row.get(column) ?? ''))
    return email === undefined ? [] : [{ email, ...saidOf(row) }]
  })
  return { entries, leftOut: rows.length - entries.length, usual: usualIn(table.columns, column) }
}

function usualIn(columns: ReadonlySet<string>, address: string): SuppressionReason {
  const has = (...names: string[]) => names.some((name) => columns.has(name))
  if (has('tags')) return 'unsubscribe'
  if (has('code', 'error', 'status')) return 'bounce'
  if (has('ip')) return 'complaint'
  if (!has('created', 'createdat')) return 'manual'
  return address === 'address' ? 'complaint' : 'unsubscribe'
}

function saidOf(row: CsvRow): Omit<Entry, 'email'> {
  const value = (name: string) => (row.get(name) ?? '').trim()
  const own = suppressionReason.safeParse(value('reason')).data
  const reason = own ?? ofPostmark[value('suppressionreason').toLowerCase()]?.(value('origin'))
  const texts = ['code', 'error', 'detail', 'status', ...(own === undefined ? ['reason'] : [])].map((name) => unquoted(value(name)))
  const detail = texts
    .filter((each) => each !== '')
    .join(' ')
    .replaceAll(/\p{C}+/gu, ' ')
  const since = timeOf(value('createdat') || value('created'))
  return { reason, ...(detail !== '' && { detail: detail.slice(0, detailMost).trim() }), ...(since && { since }) }
}

/** Without the apostrophes that our export has before what a spreadsheet reads as a formula. */
const unquoted = (cell: string) => cell.replaceAll(/^'(?=['"]*[=+\-@\t\r\n＝＋－＠])|(?<=[;|\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/g, '')

/** Seconds, or any form of a date; without a zone it is UTC. */
function timeOf(text: string): string | undefined {
  const zoned = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
  const time = /^\d{9,11}$/.test(text) ? Number(text) * 1000 : Date.parse(zoned)
  return time >= earliest && !unknownYear.test(text) ? new Date(time).toISOString() : undefined
}
