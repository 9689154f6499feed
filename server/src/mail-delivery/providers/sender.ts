/** One mail, rendered and addressed. The same bytes and the same Message-ID for every attempt and every provider. */
export interface OutgoingMail {
  /** The log row's id; goes to the provider as its reference, so that what comes back finds its mail. */
  logId: string
  /** With angle brackets. */
  messageId: string
  from: Mailbox
  to: Mailbox
  replyTo: string | null
  /** Free of line breaks. */
  subject: string
  html: string
  text: string
  /** In addition to those that every e-mail has, such as List-Unsubscribe. Free of line breaks. */
  headers: Readonly<Record<string, string>>
  /** Opens and clicks may be counted; never for security and system mail. */
  isTracked: boolean
}

export interface Mailbox {
  /** One bare address. */
  address: string
  name: string | null
}

/** Who mail is from, and where answers to it go. */
export interface MailIdentity {
  from: Mailbox
  /** Null: to `from`. */
  replyTo: string | null
}

/** What became of one attempt. */
export type SendOutcome =
  /** The provider has taken responsibility. `providerMessageId` is what its webhooks will name. */
  | { kind: 'accepted'; providerMessageId: string | null; response: string }
  /**
   * This mail will never be accepted, by whomever: wrong address, refused content. No fail-over. `isAddressDead`: the server said of the
   * recipient that there is no such mailbox, so no mail to it will be.
   */
  | { kind: 'refused'; code: string; reason: string; isAddressDead?: boolean }
  /** The provider cannot send now: wrong key, suspended account, host down, throttled. Another one may. */
  | { kind: 'provider_failed'; code: string; reason: string; exhausted?: 'hour' | 'day'; needsAttention: boolean }
  /** Try the same again later (greylisting, mailbox busy). No fault of the provider. */
  | { kind: 'deferred'; code: string; reason: string }
  /** Nobody knows whether it was accepted: the connection broke after the mail was handed over. */
  | { kind: 'unknown'; code: string; reason: string }

export interface SendOptions {
  signal: AbortSignal
  /**
   * Awaited right before the mail becomes the provider's: for SMTP when everything but the final dot has been written (the message
   * stream ends only after it), for HTTP right before the request. What fails before it has certainly not been sent; what fails after
   * it may have. The delivery records the attempt in it, and lets one mail at a time through, so that a killed worker leaves at most
   * one in doubt. When it rejects, the mail is not handed over and `send` answers `provider_failed` with code `not_handed_over`.
   */
  beforeHandOver: () => Promise<void>
}

export interface Verification {
  ok: boolean
  detail: string
  /** Of what failed, as the outcomes of `send` have it. */
  code?: string
}

/** A way to hand over mail. Never throws: every failure is an outcome. */
export interface Sender {
  send(mail: OutgoingMail, options: SendOptions): Promise<SendOutcome>
  /**
   * Whether the settings work: signs in where the provider has such a call (SMTP, SES), then hands over `testMail` when there is one.
   * ZeptoMail has no such call, so that without a mail its answer is `ok: false`. `detail` is for the administrator.
   */
  verify(signal: AbortSignal, testMail?: OutgoingMail): Promise<Verification>
  close(): void
}
