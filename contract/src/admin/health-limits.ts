/** Thresholds of warnings and critical states. Quoted on the screen. */
export const healthLimits = {
  /** Milliseconds that the quickest of three questions to the database takes. */
  databaseMilliseconds: { warning: 500, critical: 2000 },
  /** Percent of the connections that the database allows. */
  databaseConnections: { warning: 80, critical: 95 },
  /** Percent of them that the nodes which are alive may take together. */
  neededConnections: { warning: 80 },
  /** Seconds that the oldest job that may start has waited. */
  oldestJobSeconds: { warning: 300, critical: 1800 },
  /** Jobs that may start and wait; never critical by itself. */
  queueDepth: { warning: 1000 },
  /** Failed e-mails in the last 24 hours. */
  failedMails: { warning: 5, critical: 10 },
  waitingMails: { warning: 100 },
  /** Hours after which a waiting e-mail is a warning. */
  mailHours: { warning: 1 },
  /** Percent of the disk that is free: below. */
  freeDisk: { warning: 10, critical: 3 },
  /** Days until the disk is full, as it got less on the days before: below. */
  fullInDays: { warning: 14, critical: 3 },
  /** Days until the certificate of the address ends: below. */
  certificateDays: { warning: 14, critical: 3 },
  /** Seconds between two clocks. Codes are good for 30. */
  clockSeconds: { warning: 5, critical: 15 },
  /** Days since the last backup that was made well. None at all is a warning, too. */
  backupDays: { warning: 8 },
  /** Days since the backup that was last copied off the machine, where backups are made daily. */
  offSiteDays: { warning: 2 },
  /** Minutes that a row of the audit log waits to be linked; usually seconds. */
  auditMinutes: { warning: 15 },
  /** Days since the audit log was last verified; it is every night. */
  auditDays: { warning: 3 },
  /** Months after this one that usage and activity have a table for: below. Three are made. */
  monthsAhead: { warning: 2, critical: 1 },
  /** Minutes that a row of the audit log waits to be sent to a stream; usually seconds. */
  streamMinutes: { warning: 15, critical: 24 * 60 },
} as const
