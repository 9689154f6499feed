import { complaintSentences } from '@twofold/contract/sentences/complaints'
import * as z from 'zod/mini'

const english = z.locales.en().localeError

const tooSmall = { string: 'complaint.too_short', number: 'complaint.too_small', array: 'complaint.too_few' } as const
const tooBig = { string: 'complaint.too_long', number: 'complaint.too_big', array: 'complaint.too_many' } as const

/** Message for a field whose schema has none of its own: a sentence of the contract for bounds, else the English of zod. */
export function schemaMessage(issue: Parameters<typeof english>[0]): ReturnType<typeof english> {
  if (issue.inclusive === false) return english(issue)
  const origin = issue.origin as keyof typeof tooBig
  if (issue.code === 'too_small' && origin in tooSmall)
    return complaintSentences[tooSmall[origin]].replace('{minimum}', String(issue.minimum))
  if (issue.code === 'too_big' && origin in tooBig) return complaintSentences[tooBig[origin]].replace('{maximum}', String(issue.maximum))
  return english(issue)
}
