export interface Recipient {
  /** Null for an address that has no account. */
  user_id: string | null
  email: string
  name: string | null
  is_active: boolean
  /** What they chose for their mails; null: as these were written. */
  language: string | null
}

/** A template in another language. */
export interface TranslatedContent {
  language: string
  subject: string
  html_content: string
  text_content: string | null
}
