/**
 * Our own explanations of failed sending and fetching: stored in English, along with other machines' answers.
 */
export const deliverySentences = {
  'delivery.receiver_closed': 'The receiver closed the connection before it had everything.',
  'delivery.receiver_late': 'The receiver did not answer in time.',
  'delivery.receiver_answered': 'The receiver answered {status}.',
  'delivery.receiver_refuses': 'The receiver refuses connections.',
  'delivery.receiver_unreachable': 'The receiver cannot be reached.',
  'delivery.receiver_long': 'The receiver’s answer is too long.',
  'delivery.unread': 'Twofold cannot read what it has to send. The log of the server says why.',
  'delivery.bucket_answered': 'The bucket answered {status}.',
  'delivery.no_secret': 'The stream has no secret. Enter it again.',
  'delivery.host_unresolved': 'The host name cannot be resolved.',
  'delivery.certificate': 'The certificate of the receiver is not trusted ({code}).',
  'delivery.no_tls': 'The receiver does not speak TLS, or only a version that is too old ({code}).',
  'delivery.file': 'The file cannot be written ({code}).',
  'delivery.broke': 'The connection broke.',
  'delivery.broke_by': 'The connection broke ({code}).',
  'delivery.feed_answered': 'The feed answered {status}.',
  'delivery.feed_empty': 'The feed names no release.',
  'delivery.feed_unread': 'The feed is not JSON.',
  'delivery.feed_long': 'The feed is too long.',
  'delivery.feed_late': 'The feed did not answer within {seconds} seconds.',
  'delivery.feed_unreachable': 'The feed cannot be reached.',
  'delivery.host_late': '{host} did not answer in time.',
  'delivery.host_unreachable': '{host} cannot be reached.',
  'delivery.host_unknown': '{host} has no such address',
  'delivery.only_https': 'Only HTTPS is used.',
  'delivery.link_expired': 'Not sent: the link in it has expired.',
  'delivery.suppressed_bounce': 'Not sent: the address was suppressed in the meantime (bounce).',
  'delivery.suppressed_complaint': 'Not sent: the address was suppressed in the meantime (complaint).',
  'delivery.suppressed_manual': 'Not sent: the address was suppressed in the meantime (manual).',
  'delivery.suppressed_unsubscribe': 'Not sent: the address was suppressed in the meantime (unsubscribe).',
  'delivery.discarded': 'Not sent: an administrator discarded it after a restore.',
  'delivery.worker_ended': 'The worker ended while the e-mail was being handed over.',
  'delivery.not_recorded': 'The attempt was not recorded.',
} as const

/** Texts that earlier versions stored → present code. */
export const formerDeliveries: Readonly<Record<string, keyof typeof deliverySentences>> = {
  'The connection broke (no code).': 'delivery.broke',
  'The feed is no JSON.': 'delivery.feed_unread',
  'The worker ended while the mail was being handed over.': 'delivery.worker_ended',
}
