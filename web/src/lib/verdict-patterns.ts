import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Why an e-mail was sent or not, as the server notes it with the decision. The first pattern that fits counts. */
export const verdictPatterns: readonly (readonly [pattern: string, descriptor: MessageDescriptor])[] = [
  ['No mapping for this event', msg`No mapping for this event`],
  ['The mapping is active', msg`The mapping is active`],
  ['The mapping is inactive', msg`The mapping is inactive`],
  ['The template is missing', msg`The template is missing`],
  ['“{name}” is active', msg`“{name}” is active`],
  ['“{name}” is inactive', msg`“{name}” is inactive`],
  ['Enabled by its conditions', msg`Enabled by its conditions`],
  ['Disabled by its conditions', msg`Disabled by its conditions`],
  ['All {count} values match', msg`All {count} values match`],
  ['Nobody has this account any more', msg`Nobody has this account any more`],
  ['The recipient is active', msg`The recipient is active`],
  ['The recipient is deactivated', msg`The recipient is deactivated`],
  ['The recipient wants it', msg`The recipient wants it`],
  ['The recipient chose not to get it', msg`The recipient chose not to get it`],
  ['The address is not suppressed', msg`The address is not suppressed`],
  [
    'The address is suppressed: {why}, but the account depends on this mail',
    msg`The address is suppressed: {why}, but the account depends on this mail`,
  ],
  ['The address is suppressed: {why}', msg`The address is suppressed: {why}`],
  ['mail to it came back', msg`mail to it came back`],
  ['its person complained', msg`its person complained`],
  ['it was added by hand', msg`it was added by hand`],
  ['its person unsubscribed', msg`its person unsubscribed`],
  ['Long enough since the last one', msg`Long enough since the last one`],
  ['Cooldown: {minutes} min left', msg`Cooldown: {minutes} min left`],
  ['Quiet hours: waits {minutes} min', msg`Quiet hours: waits {minutes} min`],
  ['The provider is switched off', msg`The provider is switched off`],
  ['It has no From address that e-mail can be sent from', msg`It has no From address that e-mail can be sent from`],
]
