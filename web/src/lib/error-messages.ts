import { i18n } from '@lingui/core'
import type { ErrorCode } from '@twofold/contract/errors'
import type * as Translatable from './translatable-errors.ts'

let translatable: typeof Translatable | undefined

/** Needed in every language but English, in which the server and the contract word their sentences. */
export async function loadErrorMessages(): Promise<void> {
  translatable = await import('./translatable-errors.ts')
}

/** A server error in the reader's language: by its code, else the message the server sent. */
export function translateError(code: string, message: string, parameters: Record<string, string | number> = {}): string {
  const byCode = translatable?.byCode
  const known = byCode && Object.hasOwn(byCode, code) ? byCode[code as ErrorCode] : undefined
  return known ? i18n._({ ...known, values: parameters }) : message
}

/** A complaint about a field in the reader's language, whether a schema or the server made it; unknown ones as they are. */
export function translateComplaint(sentence: string): string {
  if (translatable === undefined) return sentence
  const known = translatable.bySentence.get(sentence)
  if (known) return i18n._({ ...known.descriptor, values: known.values ?? {} })
  const byCatalogue = Object.values(translatable.byCode).find((descriptor) => descriptor.message === sentence)
  return byCatalogue ? i18n._(byCatalogue) : sentence
}
