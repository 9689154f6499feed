export interface Recipient {
  /** Null for an address that has no account. */
  user_id: string | null
  email: string
  name: string | null
  is_active: boolean
  /** Chosen language for their e-mails; null: as the template was written. */
  language: string | null
}

export interface TranslatedContent {
  language: string
  subject: string
  html_content: string
  text_content: string | null
}
