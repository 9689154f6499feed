import { msg } from '@lingui/core/macro'
import { fromBase64, toText } from '../opening/bytes.ts'
import { readEach } from '../entries/entry-source.ts'
import { readEntry, textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'

/** A text in Base64 with four lines for each key (https://github.com/Levminer/authme, interface/windows/export). */
export const authme: ImportFormat<'Authme'> = {
  name: 'Authme',
  help: msg`Export: the .authme file`,
  detects: ({ fields }) =>
    typeof fields['codes'] === 'string' && fields['encrypted'] === false && /^(?:codes|import|export)$/.test(textOf(fields['role'])),
  reads({ fields }) {
    const entries = toText(fromBase64(fields['codes']))
      .split(/^(?=Name:)/m)
      .filter((entry) => entry.trim() !== '')
    return {
      source: readEach(entries, (entry) => {
        const line = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(entry)?.[1]?.trim()
        const kind = line('Type')?.replace(/^OTP_/, '')
        return [readEntry({ kind: kind === 'TOTP' ? 'totp' : '', secret: line('Secret'), issuer: line('Issuer'), account: line('Name') })]
      }),
    }
  },
}
