/** Tables that the target database of a move fills itself. */
export const remade: readonly string[] = ['migrations', 'keyrings']

/** Tables that a backup does not carry, each with its reason. Every other table is carried, the ones of tomorrow included. */
export const leftOut: Readonly<Record<string, string>> = {
  migrations: 'made anew by the migrations themselves',
  keyrings: 'carried apart, and wrapped anew by the root key of where it is restored',
  sessions: 'restoring ends all sessions',
  ended_sessions: 'restoring ends all sessions',
  setup_links: 'restoring voids links',
  device_sign_ins: 'sign-ins under way end with the sessions',
  oidc_attempts: 'sign-ins under way end with the sessions',
  webauthn_challenges: 'sign-ins under way end with the sessions',
  email_previews: 'shown to one session, for minutes',
  idempotency_keys: 'would answer for what the restored data do not have',
  code_takes: 'waits of minutes; what was handed stands among the leases and the copies',
  rate_limits: 'counts of the last minutes',
  sign_in_locks: 'counts of the last minutes',
  sign_in_failures: 'counts of the last minutes',
  backups: 'files of the data folder that was backed up',
  backup_downloads: 'restoring voids links',
  backup_drills: 'says what became of files of the data folder',
  disk_days: 'says what was free on a disk of another machine',
  restorations: 'says what was restored here',
}
