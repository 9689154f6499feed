import type { SendOutcome } from '../providers/sender.ts'
import { providerText } from './provider-text.ts'

/** The properties of nodemailer's errors that decide the outcome. */
export interface SmtpError {
  message: string
  /** nodemailer's own code, such as EAUTH, or the system's. */
  code?: string
  /** The system's code below its own. */
  originalCode?: string
  /** The answered command: MAIL FROM, RCPT TO, DATA, AUTH PLAIN …, CONN or API. */
  command?: string
  /** First number of the server's answer. */
  responseCode?: number
  response?: string
}

const dnsCodes = new Set(['EDNS', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA'])
/** Answers that mean "sign in first" or "your sign-in is not good", whatever the command. */
const signInAnswers = new Set([530, 534, 535, 538])
/** Size limits: the reply may come to MAIL FROM if the size was announced, although the e-mail is at fault. */
const sizeAnswers = new Set([552, 523])

/**
 * Enhanced codes (RFC 3463, RFC 7505) about the address alone, permanently: no such mailbox, no such domain, a domain without e-mail, a disabled
 * mailbox. Any other permanent reply may be about us, the e-mail or the moment.
 */
const deadAddress = /^5\d\d[ -]5\.(1\.(1|2|10)|2\.1)(?![\d.])/

/** Enhanced codes (RFC 3463) about the server itself for the moment, such as a full disk: another provider can still take the e-mail. */
const serverTrouble = /^4\d\d[ -]4\.3\.\d/

/** Outcome of a failed attempt. `isHandedOver`: the final dot may have been written. */
export function smtpOutcome(error: SmtpError, isHandedOver: boolean): Exclude<SendOutcome, { kind: 'accepted' }> {
  const reason = providerText(error.response ?? error.message)
  const failed = (code: string, needsAttention: boolean) => ({ kind: 'provider_failed', code, reason, needsAttention }) as const
  const { code, responseCode } = error

  if (code === 'EHOSTREFUSED') return failed('smtp.host_refused', true)
  if (code === 'EAUTH' || code === 'ENOAUTH') return failed('smtp.auth', responseCode === undefined || responseCode >= 500)
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return answerOutcome(error, reason)
  if (isHandedOver) return { kind: 'unknown', code: 'smtp.lost_after_data', reason }
  if (code === 'EABORT') return { kind: 'deferred', code: 'aborted', reason }
  if (isTlsFault(error)) return failed('smtp.tls', true)
  if (code !== undefined && dnsCodes.has(code)) return failed('smtp.dns', code === 'ENOTFOUND')
  if (code === 'ETIMEDOUT') return failed('smtp.timeout', false)
  return failed('smtp.connection', false)
}

/** The server's reply to a command of this e-mail decides. */
function answerOutcome({ command, responseCode }: SmtpError, reason: string): Exclude<SendOutcome, { kind: 'accepted' }> {
  const failed = (code: string, needsAttention: boolean) => ({ kind: 'provider_failed', code, reason, needsAttention }) as const
  if (responseCode === undefined) return { kind: 'refused', code: 'smtp.mail', reason } // refused by nodemailer: too large, no address
  if (responseCode === 421 || responseCode === 454 || responseCode === 503) return failed('smtp.unavailable', false)
  if (signInAnswers.has(responseCode)) return failed('smtp.auth', true)
  // Not put off: the server takes nothing from us now, for any recipient.
  if (responseCode < 500 && (command === 'MAIL FROM' || serverTrouble.test(reason))) return failed('smtp.unavailable', false)
  if (responseCode < 500) return { kind: 'deferred', code: `smtp.${responseCode}`, reason }
  if (command === 'MAIL FROM' && !sizeAnswers.has(responseCode)) return failed('smtp.sender_refused', true)
  if (command === 'RCPT TO' && /\brelay/i.test(reason)) return failed('smtp.relay_denied', true)
  if (command !== 'RCPT TO') return { kind: 'refused', code: 'smtp.content', reason }
  return { kind: 'refused', code: 'smtp.recipient', reason, ...(deadAddress.test(reason) && { isAddressDead: true }) }
}

function isTlsFault({ code = '', originalCode = '', message }: SmtpError): boolean {
  const isCertificate = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO$)/
  return code === 'ETLS' || isCertificate.test(originalCode) || isCertificate.test(code) || /STARTTLS/.test(message)
}
