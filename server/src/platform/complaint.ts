import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import { type ComplaintCode, sentence, textOf } from '@twofold/contract/sentences/sentences'

declare const complaint: unique symbol

/** A sentence about a field that every language has: of the catalogues of the contract, or of one of its schemas. */
export type Complaint = string & { readonly [complaint]: true }
/** Field → complaints. */
export type Complaints = Record<string, Complaint[]>

/** A complaint about a field, by its code. The types require the values that the sentence names. */
export function complain<Code extends ComplaintCode>(...said: Parameters<typeof sentence<Code>>): Complaint {
  return textOf([sentence(...said)]) as Complaint
}

export const complaintOfSchema = ({ message }: { message: string }): Complaint => message as Complaint

/** A complaint about an invalid template or style sheet. */
export const complaintOfMarkup = ({ message, line, column }: Pick<TemplateProblem, 'message'> & Partial<TemplateProblem>): Complaint =>
  (line === undefined
    ? message
    : textOf([sentence('markup.at', { problem: message, line: String(line), column: String(column) })])) as Complaint
