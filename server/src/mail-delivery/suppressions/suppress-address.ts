import { v7 as uuid } from 'uuid'

/** The entry for an address that its own server reports as nonexistent, with the server's reply. */
export function suppressionOf(mail: { id: string; recipient_email: string }, reply: string, now: Date) {
  return {
    id: uuid(),
    email: mail.recipient_email,
    reason: 'bounce' as const,
    detail: reply,
    log_id: mail.id,
    created_at: now,
    listed_at: now,
  }
}
