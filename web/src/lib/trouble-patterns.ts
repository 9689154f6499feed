import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/**
 * What went wrong when something was sent or fetched, as the server keeps it: one text, which may also be the answer of another machine. Ours are
 * found by their sentence, those of others stay as they are. The first pattern that fits counts.
 */
export const troublePatterns: readonly (readonly [pattern: string, descriptor: MessageDescriptor])[] = [
  ['The receiver closed the connection before it had everything.', msg`The receiver closed the connection before it had everything.`],
  ['The receiver did not answer in time.', msg`The receiver did not answer in time.`],
  ['The receiver answered {status}.', msg`The receiver answered {status}.`],
  ['The receiver refuses connections.', msg`The receiver refuses connections.`],
  ['The bucket answered {status}.', msg`The bucket answered {status}.`],
  ['The stream has no secret. Enter it again.', msg`The stream has no secret. Enter it again.`],
  ['The host name cannot be resolved.', msg`The host name cannot be resolved.`],
  ['The certificate of the receiver is not trusted ({code}).', msg`The certificate of the receiver is not trusted ({code}).`],
  ['The file cannot be written ({code}).', msg`The file cannot be written ({code}).`],
  ['The connection broke (no code).', msg`The connection broke.`],
  ['The connection broke ({code}).', msg`The connection broke ({code}).`],
  ['The feed answered {status}.', msg`The feed answered {status}.`],
  ['The feed names no release.', msg`The feed names no release.`],
  ['The feed is no JSON.', msg`The feed is not JSON.`],
  [
    '{host} is not a public host. If it is yours, list it in {variable}.',
    msg`{host} is not a public host. If it is yours, list it in {variable}.`,
  ],
  ['{host} did not answer in time.', msg`{host} did not answer in time.`],
  ['{host} cannot be reached.', msg`{host} cannot be reached.`],
  ['{host} has no such address', msg`{host} has no such address`],
  ['Only HTTPS is used.', msg`Only HTTPS is used.`],
  ['Not sent: the link in it has expired.', msg`Not sent: the link in it has expired.`],
  ['Not sent: the address was suppressed in the meantime ({reason}).', msg`Not sent: the address was suppressed in the meantime.`],
  ['Not sent: an administrator discarded it after a restore.', msg`Not sent: an administrator discarded it after a restore.`],
  ['The worker ended while the mail was being handed over.', msg`The worker ended while the e-mail was being handed over.`],
  ['The attempt was not recorded.', msg`The attempt was not recorded.`],
]
