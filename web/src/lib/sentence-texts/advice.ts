import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { adviceSentences } from '@twofold/contract/sentences/advice'

/** What the server says about failed tests of e-mail providers, for translators. */
export const adviceTexts: Record<keyof typeof adviceSentences, MessageDescriptor> = {
  'advice.no_sender': msg`There is no address that e-mail can be sent from. Fill in From Email, or the sender address of the e-mail settings.`,
  'advice.smtp_auth': msg`The server does not accept the sign-in. Check Username and Password.`,
  'advice.smtp_tls': msg`An encrypted connection could not be set up. Check Encryption and Port.`,
  'advice.smtp_dns': msg`There is no server of this name. Check Host.`,
  'advice.smtp_host_refused': msg`Connections to this address are not allowed. Check Host, or list it in EMAIL_ALLOW_PRIVATE_HOSTS if it is yours.`,
  'advice.smtp_timeout': msg`The server did not answer in time. Check Host, Port and Encryption.`,
  'advice.smtp_connection': msg`The server could not be reached. Check Host and Port.`,
  'advice.smtp_relay_denied': msg`The server does not relay e-mail from this address. Check From Email, and that Username may send for it.`,
  'advice.smtp_refused': msg`The server refused the sender or the e-mail. Check From Email.`,
  'advice.smtp_recipient': msg`The settings work, but the server refused the recipient: check the address of your own account.`,
  'advice.smtp_unavailable': msg`The server cannot take e-mail at the moment. Nothing has to be changed here: try again later.`,
  'advice.smtp_lost': msg`The connection broke at the end. Check Port and Encryption.`,
  'advice.ses_secret': msg`Check Secret Access Key.`,
  'advice.ses_key_unknown': msg`Amazon does not know the key. Check Access Key ID and Secret Access Key.`,
  'advice.ses_not_allowed': msg`The key may not do this. Check Access Key ID: its policy has to allow ses:SendEmail and ses:GetAccount.`,
  'advice.ses_refused': msg`Amazon SES refused the sender or the e-mail. Check From Email: it has to be verified, in this Region.`,
  'advice.ses_not_set_up': msg`Amazon SES is not set up here. Check Region.`,
  'advice.ses_suspended': msg`Amazon has stopped this account from sending. That can only be changed at Amazon.`,
  'advice.ses_unavailable': msg`Amazon SES cannot take e-mail at the moment. Nothing has to be changed here: try again later.`,
  'advice.ses_unreachable': msg`Amazon SES could not be reached. Check Region.`,
  'advice.zoho_endpoint': msg`This address is not one of ZeptoMail’s. Check API Endpoint.`,
  'advice.zoho_token': msg`ZeptoMail does not accept the token. Check API Key, and API Endpoint: a token is valid in one data center.`,
  'advice.zoho_domain': msg`The domain is not verified at ZeptoMail. Check From Email.`,
  'advice.zoho_address': msg`ZeptoMail does not accept requests from this server’s IP address. Allow it at ZeptoMail.`,
  'advice.zoho_blocked': msg`ZeptoMail has blocked this account. That can only be changed at ZeptoMail.`,
  'advice.zoho_credits': msg`The account has no credits left. Buy some at ZeptoMail.`,
  'advice.zoho_spent': msg`The account has sent all it may for today. Try again tomorrow.`,
  'advice.zoho_refused': msg`ZeptoMail refused the sender or the e-mail. Check From Email.`,
  'advice.zoho_unreachable': msg`ZeptoMail could not be reached. Check API Endpoint.`,
}
