import { i18n } from '@lingui/core'
import { complaintSentences } from '@twofold/contract/sentences/complaints'
import { deliverySentences, formerDeliveries } from '@twofold/contract/sentences/deliveries'
import { markupSentences } from '@twofold/contract/sentences/markup'
import { formerVerdicts, verdictSentences } from '@twofold/contract/sentences/verdicts'

/* English that comes without its code, since it is stored so: its code is found by the sentences of the contract. */

/** Whether the catalogue has it: by its code, or for some texts by their English (`contract/src/sentences/translated.ts`). */
export const isKnown = (key: string): boolean => Object.hasOwn(i18n.messages, key)

/** Length of a pattern's fixed text, by which candidates are ranked. */
export const fixedPart = (pattern: string): number => pattern.replaceAll(/\{\w+\}/g, '').length

/** Values of the placeholders of `pattern`; undefined: the sentence does not match. */
export function valuesIn(sentence: string, pattern: string): Values | undefined {
  const expression = pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\\\{(\w+)\\\}/g, '(?<$1>.+)')
  const found = new RegExp(`^${expression}$`, 's').exec(sentence)
  return found === null ? undefined : (found.groups ?? {})
}

type English = readonly [english: string, code: string]

const englishOf = (sentences: Readonly<Record<string, string>>): English[] =>
  Object.entries(sentences).map(([code, english]) => [english, code])

/** English that is stored without its code → the code, with what earlier versions stored. The most particular one first. */
const inOrder = (...sentences: readonly English[][]): English[] =>
  sentences.flat().toSorted(([one], [other]) => fixedPart(other) - fixedPart(one))

const verdicts = inOrder(englishOf(verdictSentences), Object.entries(formerVerdicts))
const deliveries = inOrder(
  englishOf(deliverySentences),
  [[complaintSentences['complaint.host'], 'complaint.host']],
  Object.entries(formerDeliveries),
)
const findings = inOrder(englishOf(markupSentences))

type Values = Record<string, string>

function byCode(text: string, sentences: readonly English[], shown: (values: Values) => Values = withLocalTime): string {
  for (const [english, code] of sentences) {
    const values = valuesIn(text, english)
    if (values !== undefined) return isKnown(code) ? i18n._(code, shown(values)) : text
  }
  return text
}

function withLocalTime({ until, ...values }: Values): Values {
  return until === undefined ? values : { ...values, until: i18n.date(until, { dateStyle: 'medium', timeStyle: 'short' }) }
}

/** Reason why an e-mail was sent or not. */
export const translateVerdict = (detail: string): string => byCode(detail, verdicts)

/** Reason why something could not be sent or fetched; another machine's text stays as it is. */
export const translateTrouble = (text: string): string => byCode(text, deliveries)

/** A finding of a check of a template, theme or style sheet; `problem` is such a finding itself. */
export function translateFinding(text: string): string {
  return byCode(text, findings, ({ problem, ...values }) =>
    problem === undefined ? values : { ...values, problem: translateFinding(problem) },
  )
}
