import type { EventName } from '@twofold/contract/events'
import type { TranslatedTexts } from '../templates/system-templates/german/parts.ts'

/** What the frame of a mail says by itself, around its template. */
export interface FooterWords {
  sentBy: string
  unsubscribe: string
  /** On a line of the text part, before the address. */
  unsubscribeInText: string
}

/** The page behind the link that ends mails of one kind; no page of ours draws it. */
export interface UnsubscribeWords {
  question: { heading: string; text: (title: string) => string; button: string }
  done: { heading: string; text: (title: string) => string }
  /** What mail is called; what is missing is called as in the catalogue. */
  titles: Partial<Record<EventName, string>>
}

export interface ServerWords {
  footer: FooterWords
  unsubscribe: UnsubscribeWords
  /** In the place of a preview that is over. */
  previewGone: { title: string; text: string }
}

/** All that the server says itself in another language than English. */
export interface MailLanguage extends ServerWords {
  /** The mail of each event that has one. */
  templates: Record<string, TranslatedTexts>
}
