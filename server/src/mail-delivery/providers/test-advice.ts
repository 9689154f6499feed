import type { ProviderKind } from '@twofold/contract/mail-design/mail-terms'
import type { adviceSentences } from '@twofold/contract/sentences/advice'

/** An administrator's remedy for a failed test, and the form fields that it concerns. */
export interface Advice {
  code: keyof typeof adviceSentences
  fields: string[]
}

interface Rule extends Advice {
  codes: RegExp
}

const advice = (codes: RegExp, code: Advice['code'], ...settings: string[]): Rule => ({
  codes,
  code,
  fields: settings.map((name) => `configuration.${name}`),
})

const noSender = advice(/^no_sender$/, 'advice.no_sender', 'from_email')

/** By the code of the outcome; the first match wins. Settings are named by their labels in the form. */
const rules: Record<ProviderKind, readonly Rule[]> = {
  smtp: [
    noSender,
    advice(/^smtp\.auth$/, 'advice.smtp_auth', 'username', 'password'),
    advice(/^smtp\.tls$/, 'advice.smtp_tls', 'encryption', 'port'),
    advice(/^smtp\.dns$/, 'advice.smtp_dns', 'host'),
    advice(/^smtp\.host_refused$/, 'advice.smtp_host_refused', 'host'),
    advice(/^(smtp\.timeout|aborted)$/, 'advice.smtp_timeout', 'host', 'port', 'encryption'),
    advice(/^smtp\.connection$/, 'advice.smtp_connection', 'host', 'port'),
    advice(/^smtp\.relay_denied$/, 'advice.smtp_relay_denied', 'from_email', 'username'),
    advice(/^(smtp\.sender_refused|smtp\.content|mail\.unsafe)$/, 'advice.smtp_refused', 'from_email'),
    advice(/^smtp\.recipient$/, 'advice.smtp_recipient'),
    advice(/^(smtp\.unavailable|smtp\.4\d\d)$/, 'advice.smtp_unavailable'),
    advice(/^smtp\.lost_after_data$/, 'advice.smtp_lost', 'port', 'encryption'),
  ],
  ses: [
    noSender,
    advice(/^ses\.(SignatureDoesNotMatch|InvalidSignature|IncompleteSignature)/, 'advice.ses_secret', 'secret'),
    advice(
      /^ses\.(UnrecognizedClient|InvalidClientTokenId|MissingAuthenticationToken|ExpiredToken)/,
      'advice.ses_key_unknown',
      'key',
      'secret',
    ),
    advice(/^ses\.(AccessDenied|NotAuthorized)/, 'advice.ses_not_allowed', 'key'),
    advice(/^ses\.(MailFromDomainNotVerified|MessageRejected|BadRequest)/, 'advice.ses_refused', 'from_email', 'region'),
    advice(/^ses\.(NotFound|OptInRequired)/, 'advice.ses_not_set_up', 'region'),
    advice(/^ses\.(AccountSuspended|SendingPaused)/, 'advice.ses_suspended'),
    advice(
      /^ses\.(TooManyRequests|LimitExceeded|Throttling|RequestThrottled|InternalServiceError|InternalFailure|ServiceUnavailable)/,
      'advice.ses_unavailable',
    ),
    advice(/^(ses\.[A-Z_]+|aborted)$/, 'advice.ses_unreachable', 'region'),
  ],
  zoho: [
    noSender,
    advice(/^zeptomail\.endpoint$/, 'advice.zoho_endpoint', 'api_endpoint'),
    advice(/^zeptomail\.(token|SERR_157|401)$/, 'advice.zoho_token', 'api_key', 'api_endpoint'),
    advice(/^zeptomail\.SM_111$/, 'advice.zoho_domain', 'from_email'),
    advice(/^zeptomail\.SERR_156$/, 'advice.zoho_address'),
    advice(/^zeptomail\.(SM_128|AE_101)$/, 'advice.zoho_blocked'),
    advice(/^zeptomail\.(LE_101|LE_102)$/, 'advice.zoho_credits'),
    advice(/^zeptomail\.(SMI_115|SM_133)$/, 'advice.zoho_spent'),
    advice(/^(zeptomail\.(GE_102|SM_101|SM_113|SM_129|TM_8001)|mail\.unsafe)$/, 'advice.zoho_refused', 'from_email'),
    advice(/^(zeptomail\.[A-Z][A-Z_]+|aborted)$/, 'advice.zoho_unreachable', 'api_endpoint'),
  ],
}

/** Undefined for a code that says nothing about a setting. */
export function adviceFor(provider: ProviderKind, code: string): Advice | undefined {
  return rules[provider].find(({ codes }) => codes.test(code))
}
