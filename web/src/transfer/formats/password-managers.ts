import { readEach } from '../entry-source.ts'
import { anyList, type Fields, fieldsOf } from '../json.ts'
import { textOf } from '../read-entry.ts'
import type { ImportFormat } from '../source-file.ts'
import { readLinkOrSecret } from './links.ts'

/* Only the fields for codes are read, with their names; passwords are not looked at. */

const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** `export.data` of a .1pux archive: https://support.1password.com/1pux-format/ */
export const onePassword: ImportFormat<'1Password'> = {
  name: '1Password',
  detects: ({ fields }) => fieldsIn(fields['accounts']).some((account) => Array.isArray(account['vaults'])),
  reads({ fields }) {
    const vaults = fieldsIn(fields['accounts']).flatMap((account) => fieldsIn(account['vaults']))
    const items = vaults.flatMap((vault) =>
      fieldsIn(vault['items']).map((item) => ({
        item: 'item' in item ? fieldsOf(item['item']) : item,
        vault: fieldsOf(vault['attrs'])['name'],
      })),
    )
    return {
      source: readEach(items, ({ item, vault }) => {
        const [overview, details] = [fieldsOf(item['overview']), fieldsOf(item['details'])]
        if (item['trashed'] === true || /^(?:trashed|deleted)$/.test(textOf(item['state']))) return []
        const login = fieldsIn(details['loginFields']).find((field) => field['designation'] === 'username')
        const codes = fieldsIn(details['sections'])
          .flatMap((section) => fieldsIn(section['fields']))
          .map((field) => textOf(fieldsOf(field['value'])['totp']))
          .filter((totp) => totp !== '')
        const tags = [vault, ...anyList(overview['tags'])]
        const besides = {
          name: overview['title'],
          account: textOf(login?.['value']) || overview['subtitle'],
          note: details['notesPlain'],
          tags: vaults.length > 1 ? tags : tags.slice(1),
          favourite: Number(item['favIndex'] ?? 0) > 0,
        }
        return codes.map((totp) => readLinkOrSecret(totp, besides))
      }),
    }
  },
}

/** `data.json` in the archive of Proton Pass, and the same file by itself. */
export const protonPass: ImportFormat<'Proton Pass'> = {
  name: 'Proton Pass',
  detects: ({ fields }) => 'vaults' in fields && typeof fields['vaults'] === 'object',
  reads({ fields }) {
    const vaults = Object.values(fieldsOf(fields['vaults'])).map(fieldsOf)
    const items = vaults.flatMap((vault) => fieldsIn(vault['items']).map((item) => ({ item, vault: vault['name'] })))
    return {
      source: readEach(items, ({ item, vault }) => {
        const data = fieldsOf(item['data'])
        const [metadata, content] = [fieldsOf(data['metadata']), fieldsOf(data['content'])]
        // 2 is in the trash.
        if (item['state'] === 2) return []
        const extra = [
          ...fieldsIn(data['extraFields']),
          ...fieldsIn(content['sections']).flatMap((section) => fieldsIn(section['sectionFields'])),
        ]
        const codes = [content['totpUri'], ...extra.map((field) => fieldsOf(field['data'])['totpUri'])].map(textOf)
        const besides = {
          name: metadata['name'],
          account: textOf(content['itemUsername']) || textOf(content['username']) || textOf(content['itemEmail']),
          note: metadata['note'],
          tags: vaults.length > 1 ? [vault] : [],
          favourite: item['pinned'],
        }
        return [...new Set(codes)].filter((totp) => totp !== '').map((totp) => readLinkOrSecret(totp, besides))
      }),
    }
  },
}
