import { msg } from '@lingui/core/macro'
import { fromBase64, fromHex, join, toText } from '../opening/bytes.ts'
import { readEach } from '../entries/entry-source.ts'
import { type Fields, fieldsOf, listOf, parseJson } from '../opening/json.ts'
import { readEntry } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { deriveScrypt, tryAesGcm } from '../opening/unlock.ts'

/** The kind of slot that a password opens. */
const passwordSlot = 1
const mostSlots = 8

/** https://github.com/beemdevelopment/Aegis/blob/master/docs/vault.md */
export const aegis: ImportFormat<'Aegis'> = {
  name: 'Aegis',
  help: msg`Settings, Import & Export, Export: JSON, with or without a password`,
  detects: ({ fields }) => 'header' in fields && 'db' in fields,
  async reads({ fields }, password) {
    const { entries, groups } = fieldsOf(typeof fields['db'] === 'string' ? await openVault(fields, password) : fields['db'])
    const groupNames = new Map((Array.isArray(groups) ? groups : []).map(fieldsOf).map(({ uuid, name }) => [uuid, name]))
    return {
      source: readEach(listOf(entries), (entry) => {
        const info = fieldsOf(entry['info'])
        const ids = Array.isArray(entry['groups']) ? entry['groups'] : []
        const tags = typeof entry['group'] === 'string' ? [entry['group']] : ids.map((id) => groupNames.get(id))
        return [
          readEntry({
            kind: entry['type'],
            secret: info['secret'],
            issuer: entry['issuer'],
            account: entry['name'],
            // Like Aegis itself, which let people choose MD5 and generated codes with SHA-1.
            algorithm: info['algo'] === 'MD5' ? 'SHA1' : info['algo'],
            digits: info['digits'],
            period: info['period'],
            counter: info['counter'],
            note: entry['note'],
            tags,
            favourite: entry['favorite'],
            icon: entry['icon'],
          }),
        ]
      }),
    }
  },
}

/** Each slot holds the key of the vault, encrypted with what it is opened by. */
async function openVault({ header, db }: Fields, password: string | undefined): Promise<unknown> {
  if (password === undefined) throw new TransferError('password_needed')
  const { slots, params } = fieldsOf(header)
  const usable = listOf(slots).filter((slot) => slot['type'] === passwordSlot)
  if (usable.length === 0) throw new TransferError('encrypted_elsewhere')
  for (const slot of usable.slice(0, mostSlots)) {
    const { nonce, tag } = fieldsOf(slot['key_params'])
    const [salt, sealedKey] = [fromHex(slot['salt']), join(fromHex(slot['key']), fromHex(tag))]
    const slotKey = await deriveScrypt(password, salt, { n: slot['n'], r: slot['r'], p: slot['p'] })
    const key = tryAesGcm(slotKey, fromHex(nonce), sealedKey)
    if (key) return openContent(key, fieldsOf(params), db)
  }
  throw new TransferError('password_wrong')
}

function openContent(key: Uint8Array, { nonce, tag }: Fields, db: unknown): unknown {
  const content = tryAesGcm(key, fromHex(nonce), join(fromBase64(db), fromHex(tag)))
  // The password opened its slot: what does not open now was changed.
  if (!content) throw new TransferError('damaged')
  return parseJson(toText(content))
}
