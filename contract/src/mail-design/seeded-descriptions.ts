/**
 * What the templates and themes that come with the application are for, as the database has it from the first start on. The page puts them into the reader's language as
 * long as nobody changed them.
 */
export const templateDescriptions = {
  'user.registered': 'Sent to a new user once the account exists',
  'user.registered.again': 'Sent to a known address that somebody signed up with, so that the answer on the screen tells nothing',
  'user.email_verification': 'The link that proves an address belongs to its user',
  'user.login.confirmation': 'The link that finishes a sign-in after an administrator reset the password or the PIN',
  'user.account.closed':
    'Tells a user at once what an administrator did to their account, at the old and the new address, with a link that stops it',
  'user.keys.claimed': 'Tells somebody who is deactivated that their keys are to be handed over, with a link that stops it',
  'user.password.reset_requested': 'The link with which a user chooses a new password',
  'user.profile.updated': 'Sent after a change of name or e-mail address; of the address, to the old one too',
  'user.password.changed': 'Sent after every change of a password, also by an administrator',
  'admin.user.created': 'The invitation to an account that an administrator made',
  'admin.user.restored': 'Sent to a user whose deleted account an administrator restored; the link chooses a new password',
  'admin.user.suspended': 'Sent to a user whose account an administrator deactivated',
  'user.login.new_device': 'A sign-in from a browser not seen on the account in 90 days',
  'user.login.suspicious': 'A sign-in after several failures, or with a recovery code',
  'user.account.locked': 'Too many failed sign-ins locked the account from one network address',
  'pin.changed': 'Sent after a user changed their PIN',
  'pin.reset': 'Sent after an administrator set the PIN of a user',
  'pin.forgotten': 'The link with which a user who forgot the PIN sets a new one, together with the password',
  'pin.failed_attempts': 'Five wrong PINs in a row locked it',
  'system.security.breach': 'A notice about security that an administrator sends to everybody',
  'key.shared': 'A key was shared with the user, or the level of a share changed',
  'key.offered': 'The user is asked whether they take a key over',
  'key.share.invited': 'The invitation to an address that has no account yet',
  'key.share.revoked': 'A share was revoked, left or has expired',
  'take.approval_requested': 'Sent to everybody who may decide about a code that a program waits for',
  'key.share.asked': 'Sent to the owner of a key when somebody who lost access asks for it again',
  'key.rotated': 'Sent to everybody a key is shared with, when its owner replaces the secret',
  'key.deleted': 'Sent to the owner of a key, and to those it was shared with',
  'key.backup.created': 'Sent after every export, as it takes secrets out of the vault',
  'review.started': 'Sent to each owner when an administrator starts a review',
  'review.reminder': 'Sent to owners who have not answered everything',
  'review.ended': 'Sent to each owner at the end of a review',
  'admin.system.alert': 'Sent to administrators when the health of the system changes',
  'admin.request.changed': 'Sent to administrators when an act waits for approval, and when it was decided',
  'user.request.changed': 'Sent to the person an act of an administrator is about',
  'admin.maintenance.scheduled': 'Announces a maintenance window to all active users',
  'digest.weekly': 'What happened in the vault of a user, every Monday',
  'digest.monthly': 'What happened in the vault of a user, on the first of every month',
  'test.email': 'Shows that a provider delivers, and what mails look like',
} as const

export const themeDescriptions = {
  standard: 'The look of Twofold: a calm card below a band in the one accent',
  newsletter: 'A wide masthead in blue, from edge to edge, and a footer of its own',
  card: 'The name above, the message on a card that floats below it',
  minimal: 'Text on white, and nothing else',
  magazine: 'Serif headlines below a masthead, on warm paper',
} as const
