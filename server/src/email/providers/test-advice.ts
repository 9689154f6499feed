import type { ProviderKind } from '@twofold/contract/email/providers'

/** What an administrator can do about a failed test, and the fields of the form that it is about. */
export interface Advice {
  text: string
  fields: string[]
}

interface Rule extends Advice {
  codes: RegExp
}

const advice = (codes: RegExp, text: string, ...settings: string[]): Rule => ({
  codes,
  text,
  fields: settings.map((name) => `configuration.${name}`),
})

const noSender = advice(
  /^no_sender$/,
  'There is no address that e-mail can be sent from. Fill in From Email, or the sender address of the e-mail settings.',
  'from_email',
)

/** By the code of the outcome; the first that fits. Settings are named as the form labels them. */
const rules: Record<ProviderKind, readonly Rule[]> = {
  smtp: [
    noSender,
    advice(/^smtp\.auth$/, 'The server does not accept the sign-in. Check Username and Password.', 'username', 'password'),
    advice(/^smtp\.tls$/, 'An encrypted connection could not be set up. Check Encryption and Port.', 'encryption', 'port'),
    advice(/^smtp\.dns$/, 'There is no server of this name. Check Host.', 'host'),
    advice(
      /^smtp\.host_refused$/,
      'Connections to this address are not allowed. Check Host, or list it in EMAIL_ALLOW_PRIVATE_HOSTS if it is yours.',
      'host',
    ),
    advice(
      /^(smtp\.timeout|aborted)$/,
      'The server did not answer in time. Check Host, Port and Encryption.',
      'host',
      'port',
      'encryption',
    ),
    advice(/^smtp\.connection$/, 'The server could not be reached. Check Host and Port.', 'host', 'port'),
    advice(
      /^smtp\.relay_denied$/,
      'The server does not relay e-mail from this address. Check From Email, and that Username may send for it.',
      'from_email',
      'username',
    ),
    advice(
      /^(smtp\.sender_refused|smtp\.content|mail\.unsafe)$/,
      'The server refused the sender or the e-mail. Check From Email.',
      'from_email',
    ),
    advice(/^smtp\.recipient$/, 'The settings work, but the server refused the recipient: check the address of your own account.'),
    advice(
      /^(smtp\.unavailable|smtp\.4\d\d)$/,
      'The server cannot take e-mail at the moment. Nothing has to be changed here: try again later.',
    ),
    advice(/^smtp\.lost_after_data$/, 'The connection broke at the end. Check Port and Encryption.', 'port', 'encryption'),
  ],
  ses: [
    noSender,
    advice(/^ses\.(SignatureDoesNotMatch|InvalidSignature|IncompleteSignature)/, 'Check Secret Access Key.', 'secret'),
    advice(
      /^ses\.(UnrecognizedClient|InvalidClientTokenId|MissingAuthenticationToken|ExpiredToken)/,
      'Amazon does not know the key. Check Access Key ID and Secret Access Key.',
      'key',
      'secret',
    ),
    advice(
      /^ses\.(AccessDenied|NotAuthorized)/,
      'The key may not do this. Check Access Key ID: its policy has to allow ses:SendEmail and ses:GetAccount.',
      'key',
    ),
    advice(
      /^ses\.(MailFromDomainNotVerified|MessageRejected|BadRequest)/,
      'Amazon SES refused the sender or the e-mail. Check From Email: it has to be verified, in this Region.',
      'from_email',
      'region',
    ),
    advice(/^ses\.(NotFound|OptInRequired)/, 'Amazon SES is not set up here. Check Region.', 'region'),
    advice(/^ses\.(AccountSuspended|SendingPaused)/, 'Amazon has stopped this account from sending. That can only be changed at Amazon.'),
    advice(
      /^ses\.(TooManyRequests|LimitExceeded|Throttling|RequestThrottled|InternalServiceError|InternalFailure|ServiceUnavailable)/,
      'Amazon SES cannot take e-mail at the moment. Nothing has to be changed here: try again later.',
    ),
    advice(/^(ses\.[A-Z_]+|aborted)$/, 'Amazon SES could not be reached. Check Region.', 'region'),
  ],
  zoho: [
    noSender,
    advice(/^zeptomail\.endpoint$/, 'This address is not one of ZeptoMail’s. Check API Endpoint.', 'api_endpoint'),
    advice(
      /^zeptomail\.(token|SERR_157|401)$/,
      'ZeptoMail does not accept the token. Check API Key, and API Endpoint: a token is good in one data center.',
      'api_key',
      'api_endpoint',
    ),
    advice(/^zeptomail\.SM_111$/, 'The domain is not verified at ZeptoMail. Check From Email.', 'from_email'),
    advice(/^zeptomail\.SERR_156$/, 'ZeptoMail does not accept requests from this server’s IP address. Allow it at ZeptoMail.'),
    advice(/^zeptomail\.(SM_128|AE_101)$/, 'ZeptoMail has blocked this account. That can only be changed at ZeptoMail.'),
    advice(/^zeptomail\.(LE_101|LE_102)$/, 'The account has no credits left. Buy some at ZeptoMail.'),
    advice(/^zeptomail\.(SMI_115|SM_133)$/, 'The account has sent all it may for today. Try again tomorrow.'),
    advice(
      /^(zeptomail\.(GE_102|SM_101|SM_113|SM_129|TM_8001)|mail\.unsafe)$/,
      'ZeptoMail refused the sender or the e-mail. Check From Email.',
      'from_email',
    ),
    advice(/^(zeptomail\.[A-Z][A-Z_]+|aborted)$/, 'ZeptoMail could not be reached. Check API Endpoint.', 'api_endpoint'),
  ],
}

/** Undefined for a code that says nothing about a setting. */
export function adviceFor(provider: ProviderKind, code: string): Advice | undefined {
  return rules[provider].find(({ codes }) => codes.test(code))
}
