/** Context of the server's sentences, which no page shows (`server/src/mail-design/languages/read-catalogue.ts`). They are Liquid. */
export const serverContext = 'mail'

const braces = /\{\{.*?\}\}|\{%.*?%\}/gs
/** 'key.name' in an output or a tag, and not in a text in quotation marks. */
const variable = /\b[a-z_]+\.[a-z_]+\b|\breason\b|\bkind\b/g

function variablesOf(text: string): Set<string> {
  const code = (text.match(braces) ?? []).map((one) => one.replaceAll(/"[^"]*"/g, '')).join(' ')
  return new Set(code.match(variable))
}

/** Problems in the translation of an e-mail's sentence, worded for people. Both texts are Liquid without HTML tags. */
export function mailProblemsOf(source: string, translation: string): string[] {
  if (translation.trim() === '') return ['not translated']
  if (/[{}]/.test(translation.replaceAll(braces, ''))) return ['the braces cannot be read']
  const [wanted, given] = [variablesOf(source), variablesOf(translation)]
  return [
    ...[...wanted].filter((one) => !given.has(one)).map((one) => `the value ${one} is missing`),
    ...[...given].filter((one) => !wanted.has(one)).map((one) => `there is no value ${one} in the sentence`),
    ...(/[<>]/.test(translation.replaceAll(braces, '')) ? ['a tag of HTML'] : []),
    ...(source === translation && (source.replaceAll(braces, '').match(/\p{L}+/gu)?.length ?? 0) > 2
      ? ['the translation is the sentence itself']
      : []),
  ]
}
