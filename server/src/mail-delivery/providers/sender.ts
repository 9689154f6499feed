/** One e-mail, rendered and addressed. The same bytes and Message-ID for every attempt and every provider. */
export interface OutgoingMail {
  /** Id of the log row; sent to the provider as its reference, so that feedback finds the e-mail. */
  logId: string
  /** Includes angle brackets. */
  messageId: string
  from: Mailbox
  to: Mailbox
  replyTo: string | null
  /** Free of line breaks. */
  subject: string
  html: string
  text: string
  /** Headers in addition to the standard ones, such as List-Unsubscribe. Free of line breaks. */
  headers: Readonly<Record<string, string>>
  /** Opens and clicks may be counted; never for security and system e-mail. */
  isTracked: boolean
}

export interface Mailbox {
  /** One bare address. */
  address: string
  name: string | null
}

/** Sender and Reply-To. */
export interface MailIdentity {
  from: Mailbox
  /** Null: to `from`. */
  replyTo: string | null
}

export type SendOutcome =
  /** The provider has taken responsibility. `providerMessageId` is the id in its webhooks. */
  | { kind: 'accepted'; providerMessageId: string | null; response: string }
  /**
   * No provider will ever accept this e-mail: wrong address, refused content. No fail-over. `isAddressDead`: the server said that there is no such
   * mailbox, so no e-mail will reach it.
   */
  | { kind: 'refused'; code: string; reason: string; isAddressDead?: boolean }
  /** The provider cannot send now: wrong key, suspended account, host down, throttled. Another one may. */
  | { kind: 'provider_failed'; code: string; reason: string; exhausted?: 'hour' | 'day'; needsAttention: boolean }
  /** Try the same again later (greylisting, mailbox busy). No fault of the provider. */
  | { kind: 'deferred'; code: string; reason: string }
  /** Unknown: the connection broke after the e-mail was handed over. */
  | { kind: 'unknown'; code: string; reason: string }

export interface SendOptions {
  signal: AbortSignal
  /**
   * Awaited right before the provider takes responsibility: for SMTP when everything but the final dot has been written (the message stream ends only
   * after it), for HTTP right before the request. A failure before it means certainly not sent; a failure after it, possibly sent. The delivery
   * records the attempt in it, and admits one e-mail at a time, so that a killed worker leaves at most one in doubt. If it rejects, the e-mail is not
   * handed over and `send` answers `provider_failed` with code `not_handed_over`.
   */
  beforeHandOver: () => Promise<void>
}

export interface Verification {
  ok: boolean
  detail: string
  /** Code of a failure, as in the outcomes of `send`. */
  code?: string
}

/** Sends e-mail through a provider. Never throws: every failure is an outcome. */
export interface Sender {
  send(mail: OutgoingMail, options: SendOptions): Promise<SendOutcome>
  /**
   * Tests the settings: signs in if the provider has such a call (SMTP, SES), then hands over `testMail` if there is one. ZeptoMail has no such call,
   * so that without an e-mail it answers `ok: false`. `detail` is for the administrator.
   */
  verify(signal: AbortSignal, testMail?: OutgoingMail): Promise<Verification>
  close(): void
}
