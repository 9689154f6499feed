import { msg } from '@lingui/core/macro'
import { readEach } from '../entries/entry-source.ts'
import { textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { anyList, type Fields, fieldsOf } from '../opening/json.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { readCodes } from './codes-of-item.ts'

/** Nesting depth of folders. No real file has more. */
const mostDepth = 100

const itemsOf = (folder: Fields) => anyList(folder['items']).map(fieldsOf)
const foldersOf = (folder: Fields) => anyList(folder['folders']).map(fieldsOf)

/** The fields of an item begin with its type. */
const isItem = (item: Fields) => {
  const type = textOf(item['type'])
  return type !== '' && Object.keys(item).some((name) => name.startsWith(`${type}_`))
}

const holdsItem = (folder: Fields, depth = 0): boolean =>
  depth < mostDepth && (itemsOf(folder).some(isItem) || foldersOf(folder).some((inner) => holdsItem(inner, depth + 1)))

/** The export includes the trash if requested. */
function* listItems(folder: Fields, tags: readonly string[] = []): Generator<{ item: Fields; tags: readonly string[] }> {
  if (tags.length > mostDepth) throw new TransferError('damaged')
  for (const item of itemsOf(folder)) if (item['deleted'] !== true) yield { item, tags }
  for (const inner of foldersOf(folder)) if (inner['deleted'] !== true) yield* listItems(inner, [...tags, textOf(inner['name'])])
}

function readItem({ item, tags }: { item: Fields; tags: readonly string[] }) {
  const type = textOf(item['type'])
  const field = (name: string) => item[`${type}_${name}`]
  const code = type === 'totp' ? 'totp' : `${type}_totp`
  const name = textOf(field('title')) || item['name']
  const settings = { algorithm: item[`${code}_algorithm`], digits: item[`${code}_digits`], period: item[`${code}_period`] }
  const secret = textOf(item[`${code}_code`])
  return readCodes(
    secret === '' ? [] : [{ kind: 'totp', secret, ...settings }],
    { name, issuer: name, account: field('username'), note: field('notes'), tags: [...tags, ...anyList(item['tags'])] },
    anyList(item['custom_fields']).map((custom) => fieldsOf(custom)['value']),
  )
}

/** The JSON export of Psono: https://github.com/psono/psono-client, src/js/services/export.js */
export const psono: ImportFormat<'Psono'> = {
  name: 'Psono',
  help: msg`Other, Export: JSON without a password. Passwords in it are not read.`,
  detects: ({ fields }) => holdsItem(fields),
  reads: ({ fields }) => ({ source: readEach([...listItems(fields)], readItem) }),
}
