import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { mailSentences } from '@twofold/contract/sentences/mails'

/** What the server puts into e-mails as the value of a variable, most of it parts of a sentence, for translators. */
export const mailTexts: Record<keyof typeof mailSentences, MessageDescriptor> = {
  'person.somebody': msg`Somebody`,
  'location.unknown': msg`Unknown`,
  'device.program': msg`{name}`,
  'device.unknown': msg`Unknown device`,
  'device.system': msg`A browser on {system}`,
  'device.browser': msg`{browser} on {system}`,
  'keys.two': msg`{first} and {second}`,
  'keys.three': msg`{first}, {second} and {third}`,
  'keys.more': msg`{count, plural, one {{first}, {second} and # more} other {{first}, {second} and # more}}`,
  'export.links': msg`links`,
  'export.qr': msg`QR codes`,
  'closing.restored': msg`restored your deleted account`,
  'closing.address_changed': msg`changed the e-mail address of your account`,
  'closing.password_set': msg`set your password`,
  'closing.reset_link_handed_over': msg`made a link with which your password can be set`,
  'closing.pin_set': msg`set your PIN`,
  'closing.factors_removed': msg`removed your second factors`,
  'closing.unclean_link': msg`set your password or PIN by a link that others may have had`,
  'closing.other': msg`changed how you sign in`,
  'change.name': msg`name`,
  'change.email': msg`email`,
  'change.name_to': msg`name, now {name}`,
  'change.email_to': msg`e-mail address, now {email}`,
  'change.name_and_email': msg`name, now {name}; e-mail address, now {email}`,
  'change.email_pending': msg`e-mail address, to become {email} once that is confirmed`,
  'change.no_factors': msg`second factors, now none`,
  'digest.period': msg`{from} to {to}`,
}
