import type * as Translate from './translate.ts'

let translate: typeof Translate | undefined

/** Needed in every language but English, in which the server and the contract word their sentences. */
export async function loadServerTexts(): Promise<void> {
  translate = await import('./translate.ts')
}

/** A server error in the reader's language: by its code, else the message the server sent. */
export const translateError = (code: string, message: string, parameters: Record<string, string | number> = {}): string =>
  translate?.translateError(code, message, parameters) ?? message

/** A complaint about a field in the reader's language, whether a schema or the server made it; unknown ones as they are. */
export const translateComplaint = (sentence: string): string => translate?.translateComplaint(sentence) ?? sentence

/** Reason why an e-mail was sent or not. */
export const translateVerdict = (detail: string): string => translate?.translateVerdict(detail) ?? detail

/** Reason why something could not be sent or fetched; another machine's text stays as it is. */
export const translateTrouble = (text: string): string => translate?.translateTrouble(text) ?? text

/** Name of a template: an unchanged built-in one is named by its event. */
export const translateTemplateName = (template: { slug: string; name: string }): string =>
  translate?.translateTemplateName(template) ?? template.name

/** Description of a template or theme: of a built-in one, as long as its text is unchanged. */
export const translateDescription = (description: string): string => translate?.translateDescription(description) ?? description

export const translateVariable = (name: string, description: string): string =>
  translate?.translateVariable(name, description) ?? description

/** 'Firefox on Linux' in the reader's language. */
export const translateDevice = (name: string): string => translate?.translateDevice(name) ?? name

/** A sentence with a code, such as an act of the audit log; `english` if the page is English or does not know the code. */
export const translateSentence = (code: string, english: string): string => translate?.translateSentence(code, english) ?? english

/**
 * An answer as the reader is to see it: each text that came with codes is put into the language of the page, however deep it lies. In English
 * the answer stays as it came.
 */
export const translateAnswer = <Data>(data: Data): Data => (translate === undefined ? data : translate.translateAnswer(data))
