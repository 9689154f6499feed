/**
 * Complaints about fields, by code: those of services, and those with values in the sentence. A schema's sentence without values is only in the
 * schema (`schemaMessages` finds it).
 */
export const complaintSentences = {
  // Of schemas.
  'complaint.name_too_long': 'Name must be at most {maximum} characters',
  'complaint.password_too_long': 'Password must be at most {maximum} characters',
  'complaint.hours': 'Please enter a whole number of hours from {least} to {most}',
  'complaint.days': 'Please enter a whole number of days from {least} to {most}',
  'complaint.characters': 'Please enter a whole number of characters from {least} to {most}',
  'complaint.days_most': 'At most {most} days',
  'complaint.domains_most': 'At most {most} domains',
  'complaint.expiry_days_most': 'Choose at most {most} days',

  // Of fields whose schema has no message of its own.
  'complaint.invalid': 'Invalid input',
  'complaint.other_type': 'Invalid input: expected {expected}, received {received}',
  'complaint.other_option': 'Invalid option: expected one of {options}',
  'complaint.other_format': 'Invalid {format}',
  'complaint.too_short': 'Too short. Minimum length: {minimum}.',
  'complaint.too_long': 'Too long. Maximum length: {maximum}.',
  'complaint.too_small': 'Too small. Minimum: {minimum}.',
  'complaint.too_big': 'Too big. Maximum: {maximum}.',
  'complaint.too_few': 'Too few entries. Minimum: {minimum}.',
  'complaint.too_many': 'Too many entries. Maximum: {maximum}.',

  // Of any call.
  'complaint.field_unknown': 'This field is not known here.',
  'complaint.idempotency_key': 'Use 1 to 200 visible ASCII characters.',
  'complaint.port': 'Port {port} is used only for hosts that OUTBOUND_ALLOW lists.',
  'complaint.host': '{host} is not a public host. If it is yours, list it in {variable}.',

  // Of keys.
  'complaint.hotp_period': 'Counter-based keys have no period.',
  'complaint.hotp_exclusive': 'Counter-based keys give everyone a different code already.',
  'complaint.counter_unfit': 'Only counter-based keys have a counter.',
  'complaint.steam': 'Steam keys always have {value} here.',
  'complaint.uri_says_it': 'The otpauth link already says this.',
  'complaint.uri_other': 'This is not an otpauth link.',
  'complaint.uri_long': 'This link is too long.',
  'complaint.uri_kind': 'This kind of key is not known. It must be totp, hotp or steam.',
  'complaint.uri_no_secret': 'This link has no secret.',
  'complaint.uri_secret_short': 'The secret in this link is too short.',
  'complaint.uri_secret_long': 'The secret in this link is too long.',
  'complaint.uri_secret_invalid': 'The secret in this link is not valid Base32.',
  'complaint.uri_parameter': 'The {parameter} in this link is not valid.',
  'complaint.margin': 'Too many seconds for this key. Maximum: {most}.',

  // Reasons why an entry cannot be imported.
  'complaint.import_room': 'You can store up to {maximum} keys.',
  'complaint.import_name': 'The name is not valid.',
  'complaint.import_link': 'Its link is not valid.',
  'complaint.import_encoder': 'Its encoder is not valid.',
  'complaint.import_secret': 'Its secret is not valid.',
  'complaint.import_issuer': 'Its issuer is not valid.',
  'complaint.import_account': 'Invalid account.',
  'complaint.import_algorithm': 'Its algorithm is not valid.',
  'complaint.import_digits': 'The number of its digits is not valid.',
  'complaint.import_period': 'Its period is not valid.',
  'complaint.import_counter': 'Its counter is not valid.',
  'complaint.import_tags': 'Too many or invalid tags.',
  'complaint.import_note': 'Its note is too long, or not valid.',

  // Of the back office.
  'complaint.secret_access_key': 'Please enter the secret access key',
  'complaint.stream_kind': 'The kind of a stream cannot be changed. Add another one.',
} as const
