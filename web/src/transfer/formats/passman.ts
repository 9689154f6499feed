import { msg } from '@lingui/core/macro'
import { readEach } from '../entries/entry-source.ts'
import { type ReadEntry, textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { anyList, type Fields, fieldsOf, parseJson } from '../opening/json.ts'
import { type CodeWithSettings, readCodes } from './codes-of-item.ts'

/** Passman keeps only the secret of a key that was typed. For a scanned key it keeps the settings that it read and the link itself. */
function codeOf(otp: Fields): (string | CodeWithSettings)[] {
  if (textOf(otp['secret']) === '') return []
  const kind = textOf(otp['type']) || 'totp'
  // Passman does not read the counter, and calls every code that does not go by time "hotp".
  const link = textOf(fieldsOf(otp['qr_uri'])['qrData'])
  if (kind !== 'totp' && link !== '') return [link]
  const counter = kind === 'totp' ? undefined : 'not kept'
  return [{ kind, secret: otp['secret'], algorithm: otp['algorithm'], digits: otp['digits'], period: otp['period'], counter }]
}

/** The label of the QR code begins with a slash in some browsers. */
function accountOf(otp: Fields): string {
  const label = textOf(otp['label']).replace(/^\/+/, '')
  return label.slice(label.indexOf(':') + 1).trim()
}

function readCredential(credential: Fields): ReadEntry[] {
  if (Number(credential['delete_time'] ?? 0) > 0) return []
  const otp = fieldsOf(credential['otp'])
  const fileData = {
    name: credential['label'],
    issuer: textOf(otp['issuer']) || credential['label'],
    account: accountOf(otp) || textOf(credential['username']) || credential['email'],
    note: credential['description'],
    tags: anyList(credential['tags']).map((tag) => fieldsOf(tag)['text']),
    icon: fieldsOf(credential['icon'])['content'],
  }
  const others = anyList(credential['custom_fields']).map((custom) => fieldsOf(custom)['value'])
  return readCodes(codeOf(otp), fileData, others)
}

/** The JSON export of Passman, of Nextcloud: https://github.com/nextcloud/passman, js/exporters/exporter-json.js */
export const passman: ImportFormat<'Passman'> = {
  name: 'Passman',
  help: msg`Settings, Export credentials: JSON or CSV. Passwords in it are not read.`,
  detects: ({ list = [] }) => list.some((credential) => 'renew_interval' in credential && 'otp' in credential),
  reads: ({ list = [] }) => ({ source: readEach(list, readCredential) }),
}

/** Its table, js/exporters/exporter-csv.js: its objects are JSON, and its tags a list in brackets. */
export const passmanTable: ImportFormat<'Passman'> = {
  name: 'Passman',
  detects: ({ csv }) => ['renewinterval', 'deletetime', 'otp'].every((column) => csv?.columns.has(column)),
  reads: ({ csv }) => ({
    source: readEach(csv?.readRows() ?? [], (row) => {
      const text = (column: string) => row.get(column) ?? ''
      const tags = text('tags').replace(/^\[|\]$/g, '')
      return readCredential({
        label: text('label'),
        description: text('description'),
        username: text('username'),
        email: text('email'),
        delete_time: text('deletetime'),
        tags: tags.split(',').map((tag) => ({ text: tag })),
        icon: parseJson(text('icon')),
        custom_fields: parseJson(text('customfields')),
        otp: parseJson(text('otp')),
      })
    }),
  }),
}
