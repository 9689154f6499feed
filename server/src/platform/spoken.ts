import { sentence, textOf, type WordedCode } from '@twofold/contract/sentences/sentences'

declare const spoken: unique symbol

/** The English of a sentence that every language has, where it is stored or answered without its code: pages find the code by it. */
export type Spoken = string & { readonly [spoken]: true }

/** The types ask for the values that the sentence names. */
export function speak<Code extends WordedCode>(...said: Parameters<typeof sentence<Code>>): Spoken {
  return textOf([sentence(...said)]) as Spoken
}

/** Text that exists in English only, from a library or an earlier message of ours. */
export const spokenElsewhere = (text: string): Spoken => text as Spoken
