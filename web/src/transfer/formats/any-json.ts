import { msg } from '@lingui/core/macro'
import { columnName, type CsvRow } from '../containers/csv.ts'
import { readEach } from '../entries/entry-source.ts'
import { isFields } from '../opening/json.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { linksAmong } from './codes-of-item.ts'
import { readLinkList } from './links.ts'
import { codeOf, readRow } from './password-tables.ts'

/* JSON of scripts and small applications. What any application above writes was recognized before. */

const [mostDepth, mostValues] = [8, 500_000]
/** An object with more of them is a table of something, not an account. */
const mostFields = 200

/** All values in it that `picks` accepts, in their order; what is within one of them is not looked at. */
function valuesIn(json: unknown, picks: (value: unknown) => boolean): unknown[] {
  const found: unknown[] = []
  let seen = 0
  const visit = (value: unknown, depth: number) => {
    seen += 1
    if (depth > mostDepth || seen > mostValues) return
    if (picks(value)) return void found.push(value)
    if (typeof value !== 'object' || value === null) return
    for (const inner of Object.values(value)) visit(inner, depth + 1)
  }
  visit(json, 0)
  return found
}

/** The only boolean read is the favorite mark: others would count as a secret `true`. */
const fieldsIn = (value: unknown) =>
  Object.entries(isFields(value) ? value : {})
    .filter(([name, field]) => typeof field === 'string' || typeof field === 'number' || /^(?:fav|pinned)/i.test(name))
    .map(([name, field]) => [columnName(name), String(field)] as const)

const hasCode = (value: unknown) => codeOf(new Map(fieldsIn(value))) !== ''

const settingNames = new Set(['algorithm', 'algo', 'digits', 'period', 'counter', 'tokentype', 'otptype'])
const hasSettings = (value: unknown) => fieldsIn(value).some(([name]) => settingNames.has(name))

/**
 * As a row of a table. What decides the codes may be an object of its own within it, such as `otp`, with or without the secret: without its
 * settings the usual ones would yield wrong codes in silence. One with a secret and a name is an account itself.
 */
function rowOf(value: unknown, levels = 2): CsvRow {
  const own = new Map(fieldsIn(value))
  const isBare = codeOf(own) === ''
  const parts = isFields(value) && levels > 0 ? Object.values(value).filter(isFields) : []
  const inner = parts.filter((part) => (isBare ? hasCode(part) : hasSettings(part) && !hasCode(part)))
  const settings: CsvRow = inner.length === 1 ? rowOf(inner[0], levels - 1) : new Map()
  return isBare && isNamed(settings) ? own : new Map([...settings, ...own])
}

const isNamed = (row: CsvRow) => ['issuer', 'service', 'name', 'label', 'account', 'title', 'username'].some((name) => row.has(name))
const isAccount = (value: unknown) =>
  isFields(value) && Object.keys(value).length <= mostFields && isNamed(rowOf(value)) && codeOf(rowOf(value)) !== ''
/** Whether it is certainly a key: a link, or a text as long as services' secrets. */
const isCertain = (value: unknown) => isAccount(value) && /:\/\/|^[A-Z2-7\s=-]{16}[A-Z2-7\s=-]*$/i.test(codeOf(rowOf(value)))

/** Objects that have a secret or a link, and a name. */
export const anyJson: ImportFormat<'a table'> = {
  name: 'a table',
  help: msg`CSV or JSON with names such as issuer, account and secret`,
  detects: ({ json }) => json !== undefined && valuesIn(json, isCertain).length > 0,
  reads: ({ json }) => ({
    source: readEach(valuesIn(json, isAccount), (account) => readRow(rowOf(account))),
  }),
}

export const linksInJson: ImportFormat<'links'> = {
  name: 'links',
  help: msg`otpauth links, one in a line or anywhere in a page, or pictures of QR codes`,
  detects: ({ json }) => linksIn(json).length > 0,
  reads: ({ json }) => readLinkList(linksIn(json).join('\n')),
}

const linksIn = (json: unknown) => (json === undefined ? [] : linksAmong(valuesIn(json, (value) => typeof value === 'string')))
