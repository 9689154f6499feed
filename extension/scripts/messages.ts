import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogue } from '@twofold/contract/error-catalogue'
import { verifyPin } from '@twofold/contract/pin'
import { messageOf } from '@twofold/contract/sentences/sentences'
import { asBrowserMessage, asPattern, extensionContext } from '@twofold/contract/browser-messages'
import { readPo } from '@twofold/contract/po'
import { complaintName } from '../src/complaint-name.ts'

interface Message {
  message: string
  placeholders?: Record<string, { content: string }>
}
type Messages = Record<string, Message>

/** The English sentences with those of a catalogue in their place. What is not translated is left out: the browser shows it in English. */
export function translate(english: Messages, po: string): Messages {
  const known = translationsIn(po, extensionContext)
  return Object.fromEntries(
    Object.entries(english).flatMap(([name, given]) => {
      const translation = known.get(asPattern(given.message))
      return translation === undefined ? [] : [[name, { ...given, message: asBrowserMessage(translation) }]]
    }),
  )
}

/**
 * The server's sentences about failed calls, by their codes: patterns of ICU, which `failureText` fills. There is none in English, in which the
 * server's own sentence stands.
 */
export function translateErrors(po: string): Messages {
  const known = translationsIn(po, '')
  return Object.fromEntries(
    Object.keys(catalogue).flatMap((code) => {
      const translation = known.get(messageOf(code) ?? '')
      return translation === undefined ? [] : [[`error_${code.replaceAll('.', '_')}`, { message: translation.replaceAll('$', '$$$$') }]]
    }),
  )
}

/** Complaints about what goes to the vault from here, in English: the PIN, and the sites of a key, of which there may be too many. */
const complaints = [
  ...['', 'x'].flatMap((pin) => (verifyPin.body.safeParse({ pin }).error?.issues ?? []).map(({ message }) => message)),
  messageOf('complaint.too_many') ?? '',
]

/** The same for complaints about fields, by `complaintName`. A value of theirs is `{number}`. */
export function translateComplaints(po: string): Messages {
  const known = translationsIn(po, '')
  return Object.fromEntries(
    complaints.flatMap((english) => {
      const translation = known.get(english)
      if (translation === undefined) return []
      return [[complaintName(english), { message: translation.replaceAll(/\{\w+\}/g, '{number}').replaceAll('$', '$$$$') }]]
    }),
  )
}

const translationsIn = (po: string, wanted: string) =>
  new Map(
    readPo(po)
      .filter(({ context }) => context === wanted)
      .map((one) => [one.english, one.translation]),
  )

/** The sentences of every language with a file in `locales`, by its folder in `_locales`; English is maintained by hand. */
export async function translations(english: Messages, locales: string): Promise<Record<string, Messages>> {
  const tags = (await readdir(locales)).flatMap((name) => /^(.+)\.po$/.exec(name)?.[1] ?? []).filter((tag) => tag !== 'en')
  const read = async (tag: string) => {
    const po = await readFile(join(locales, `${tag}.po`), 'utf8')
    return { ...translate(english, po), ...translateErrors(po), ...translateComplaints(po) }
  }
  return Object.fromEntries(await Promise.all(tags.map(async (tag) => [tag.replace('-', '_'), await read(tag)] as const)))
}
