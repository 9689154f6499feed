import type { OutboundError } from '../../platform/outbound/outbound-client.ts'
import { providerText } from './provider-text.ts'
import type { SendOutcome } from '../providers/sender.ts'

/** The outcome when no complete answer came. Neither SES nor ZeptoMail has a token that would make repeating a request harmless. */
export function failedExchange(
  provider: 'ses' | 'zeptomail',
  { code, message, wasSent }: OutboundError,
): Exclude<SendOutcome, { kind: 'accepted' }> {
  const reason = providerText(message)
  if (wasSent) return { kind: 'unknown', code: `${provider}.${code}`, reason }
  if (code === 'ABORT_ERR') return { kind: 'deferred', code: 'aborted', reason }
  return { kind: 'provider_failed', code: `${provider}.${code}`, reason, needsAttention: needsAttention(code) }
}

/** Errors that persist until somebody acts: a refused host, or an untrusted certificate. */
const needsAttention = (code: string) => /^(EHOSTREFUSED|EPROTOCOL|CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(code)
