import { OutboundError } from '../../platform/outbound/outbound-client.ts'
import { failedExchange } from './failed-exchange.ts'
import { providerText } from './provider-text.ts'
import { SesError } from './ses-calls.ts'
import type { SendOutcome } from '../providers/sender.ts'

type Failure = Exclude<SendOutcome, { kind: 'accepted' }>

/** The account, its sender or its key is not in order: a person has to see to it. */
const attention =
  /^(AccountSuspended|SendingPaused|MailFromDomainNotVerified|NotFound|AccessDenied|UnrecognizedClient|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|MissingAuthenticationToken|ExpiredToken|OptInRequired|NotAuthorized)(Exception)?$/
const busy =
  /^(TooManyRequests|LimitExceeded|Throttling|RequestThrottled|InternalServiceError|InternalFailure|ServiceUnavailable)(Exception)?$/

/** Outcome of a failed call: an answer of SES, or none (then an OutboundError says how far the request came). */
export function sesOutcome(error: unknown): Failure {
  if (error instanceof OutboundError) return failedExchange('ses', error)
  const { name, message } = error as Error
  const reason = providerText(message)
  const code = providerText(`ses.${name}`)
  const status = error instanceof SesError ? error.status : undefined
  const failed = (needsAttention: boolean): Failure => ({ kind: 'provider_failed', code, reason, needsAttention })

  if (/daily message quota exceeded/i.test(message)) return { ...failed(false), exhausted: 'day' } as Failure
  // An unverified sender is not the e-mail's fault: another provider may know it.
  if (attention.test(name) || /not verified/i.test(message)) return failed(true)
  if (busy.test(name)) return failed(false)
  if (name === 'BadRequestException' || name === 'MessageRejected') return { kind: 'refused', code, reason }
  // An unreadable success still counts as one, since sending again could duplicate the e-mail.
  if (status === 504 || (status !== undefined && status < 300)) return { kind: 'unknown', code, reason }
  // An answer that is none of SES's: of a proxy, or new. Below 500 repeating it does not help, so somebody should look.
  return failed(status === undefined || status < 500)
}
