import { v7 as uuid } from 'uuid'

/** The entry for an address whose own server says that nobody is there, with what it said. */
export function suppressionOf(mail: { id: string; recipient_email: string }, reply: string, now: Date) {
  return { id: uuid(), email: mail.recipient_email, reason: 'bounce' as const, detail: reply, log_id: mail.id, created_at: now }
}
