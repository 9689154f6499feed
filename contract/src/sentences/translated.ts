import { activityKinds } from '../activity-kinds.ts'
import { auditActions } from '../admin/audit.ts'
import { catalogue } from '../error-catalogue.ts'
import { eventCatalogue } from '../event-catalogue.ts'
import { themeDescriptions } from '../mail-design/theme-descriptions.ts'
import { variableDescriptions } from '../mail-design/variable-descriptions.ts'
import { eventParts, messageOf, sentenceCodes } from './sentences.ts'

const named = (noun: string, of: object) => Object.keys(of).map((name) => `${noun}.${name}`)

const codes = [
  ...sentenceCodes,
  ...named('activity', activityKinds),
  ...named('audit', auditActions),
  ...named('event', eventCatalogue).flatMap((code) => Object.keys(eventParts).map((part) => code + part)),
  ...named('variable', variableDescriptions),
  ...named('look', themeDescriptions),
]

/** Code → English, as translators get it, of everything that pages put into the reader's language by its code. */
export const translated: ReadonlyMap<string, string> = new Map(
  codes.flatMap((code) => {
    const message = messageOf(code)
    return message === undefined ? [] : [[code, message]]
  }),
)

/** Whether the English depends on a number, so that its ICU pattern is not what a page gets to see. */
const isPlural = (message: string): boolean => message.includes(', plural,')

/** Texts that pages look up by their English: complaints about fields, and seeded texts that may be unchanged. */
export const foundByEnglish: ReadonlySet<string> = new Set(
  [...translated].flatMap(([code, message]) =>
    !isPlural(message) &&
    (Object.hasOwn(catalogue, code) || /^(event\.(?!.*\.(when|choice)$)|look\.|export\.|change\.|complaint\.)/.test(code))
      ? [message]
      : [],
  ),
)
