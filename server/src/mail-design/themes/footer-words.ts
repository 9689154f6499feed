/** What the frame of a mail says by itself, around its template. */
export interface FooterWords {
  sentBy: string
  unsubscribe: string
  /** On a line of the text part, before the address. */
  unsubscribeInText: string
}

const english: FooterWords = {
  sentBy: 'Sent by',
  unsubscribe: 'Unsubscribe from mails like this one',
  unsubscribeInText: 'Unsubscribe',
}

const others: Record<string, FooterWords> = {
  de: { sentBy: 'Gesendet von', unsubscribe: 'E-Mails dieser Art abbestellen', unsubscribeInText: 'Abbestellen' },
}

/** `language`: of the mail, BCP 47. English where there are no others. */
export const footerWords = (language: string): FooterWords => others[language.split('-')[0] ?? ''] ?? english
