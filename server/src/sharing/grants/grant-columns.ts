export const columns = [
  'id',
  'key_id',
  'recipient_id',
  'email',
  'email_normalized',
  'group_id',
  'service_account_id',
  'permission',
  'created_at',
  'expires_at',
] as const
