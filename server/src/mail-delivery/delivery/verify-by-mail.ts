import type { OutgoingMail, SendOptions, SendOutcome, Verification } from '../providers/sender.ts'

/** Hands over a test e-mail, and explains its outcome to the administrator. */
export async function verifyByMail(
  send: (mail: OutgoingMail, options: SendOptions) => Promise<SendOutcome>,
  mail: OutgoingMail,
  signal: AbortSignal,
): Promise<Verification> {
  const outcome = await send(mail, { signal, beforeHandOver: () => Promise.resolve() })
  switch (outcome.kind) {
    case 'accepted':
      return { ok: true, detail: `A test mail to ${mail.to.address} was accepted: ${outcome.response}` }
    case 'unknown':
      return { ok: false, detail: `Nobody knows whether the test mail was accepted: ${outcome.reason}`, code: outcome.code }
    case 'refused':
    case 'deferred':
    case 'provider_failed':
      return { ok: false, detail: outcome.reason, code: outcome.code }
  }
}
