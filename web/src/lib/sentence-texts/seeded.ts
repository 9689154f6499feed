import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { templateDescriptions, themeDescriptions } from '@twofold/contract/mail-design/seeded-descriptions'

/** What the templates of the application are for, for translators. */
export const templateTexts: Record<keyof typeof templateDescriptions, MessageDescriptor> = {
  'user.registered': msg`Sent to a new user once the account exists`,
  'user.registered.again': msg`Sent to a known address that somebody signed up with, so that the answer on the screen tells nothing`,
  'user.email_verification': msg`The link that proves an address belongs to its user`,
  'user.login.confirmation': msg`The link that finishes a sign-in after an administrator reset the password or the PIN`,
  'user.account.closed': msg`Tells a user at once what an administrator did to their account, at the old and the new address, with a link that stops it`,
  'user.keys.claimed': msg`Tells somebody who is deactivated that their keys are to be handed over, with a link that stops it`,
  'user.password.reset_requested': msg`The link with which a user chooses a new password`,
  'user.profile.updated': msg`Sent after a change of name or e-mail address; of the address, to the old one too`,
  'user.password.changed': msg`Sent after every change of a password, also by an administrator`,
  'admin.user.created': msg`The invitation to an account that an administrator made`,
  'admin.user.restored': msg`Sent to a user whose deleted account an administrator restored; the link chooses a new password`,
  'admin.user.suspended': msg`Sent to a user whose account an administrator deactivated`,
  'user.login.new_device': msg`A sign-in from a browser not seen on the account in 90 days`,
  'user.login.suspicious': msg`A sign-in after several failures, or with a recovery code`,
  'user.account.locked': msg`Too many failed sign-ins locked the account from one network address`,
  'pin.changed': msg`Sent after a user changed their PIN`,

  'pin.reset': msg`Sent after an administrator set the PIN of a user`,
  'pin.forgotten': msg`The link with which a user who forgot the PIN sets a new one, together with the password`,
  'pin.failed_attempts': msg`Five wrong PINs in a row locked it`,
  'system.security.breach': msg`A notice about security that an administrator sends to everybody`,
  'key.shared': msg`A key was shared with the user, or the level of a share changed`,
  'key.offered': msg`The user is asked whether they take a key over`,
  'key.share.invited': msg`The invitation to an address that has no account yet`,
  'key.share.revoked': msg`A share was revoked, left or has expired`,
  'take.approval_requested': msg`Sent to everybody who may decide about a code that a program waits for`,
  'key.share.asked': msg`Sent to the owner of a key when somebody who lost access asks for it again`,
  'key.rotated': msg`Sent to everybody a key is shared with, when its owner replaces the secret`,
  'key.deleted': msg`Sent to the owner of a key, and to those it was shared with`,
  'key.backup.created': msg`Sent after every export, as it takes secrets out of the vault`,
  'review.started': msg`Sent to each owner when an administrator starts a review`,
  'review.reminder': msg`Sent to owners who have not answered everything`,
  'review.ended': msg`Sent to each owner at the end of a review`,
  'admin.system.alert': msg`Sent to administrators when the health of the system changes`,
  'admin.request.changed': msg`Sent to administrators when an act waits for approval, and when it was decided`,
  'user.request.changed': msg`Sent to the person an act of an administrator is about`,
  'admin.maintenance.scheduled': msg`Announces a maintenance window to all active users`,
  'digest.weekly': msg`What happened in the vault of a user, every Monday`,
  'digest.monthly': msg`What happened in the vault of a user, on the first of every month`,
  'test.email': msg`Shows that a provider delivers, and what mails look like`,
}

export const themeTexts: Record<keyof typeof themeDescriptions, MessageDescriptor> = {
  standard: msg`The look of Twofold: a calm card below a band in the one accent`,
  newsletter: msg`A wide masthead in blue, from edge to edge, and a footer of its own`,
  card: msg`The name above, the message on a card that floats below it`,
  minimal: msg`Text on white, and nothing else`,
  magazine: msg`Serif headlines below a masthead, on warm paper`,
}
