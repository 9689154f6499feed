import * as z from 'zod/mini'
import { dayField } from '../days.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf, searchField } from '../paging.ts'
import { wordings } from '../said.ts'

const endpoint = taggedEndpoint('Audit log')

/** Everything an administrator does that is written down, and how it reads. What people do has the words of their own activity (`audited-acts.ts`). */
export const auditActions = {
  'user.created': 'User created',
  'user.invited': 'User invited',
  'user.updated': 'User changed',
  'user.activated': 'User activated',
  'user.deactivated': 'User deactivated',
  'user.promoted': 'User made administrator',
  'user.demoted': 'Administrator made user',
  'user.password_reset': 'Password set',
  'user.password_link_made': 'Password link made',
  'user.pin_reset': 'PIN set',
  'user.factors_removed': 'Second factors removed',
  'user.sessions_revoked': 'Sessions revoked',
  'user.unlocked': 'Sign-in unlocked',
  'user.email_verified': 'E-mail marked as verified',
  'user.deleted': 'User deleted',
  'user.restored': 'Deleted user restored',
  'user.exported': 'User data exported',
  'user.viewed': 'User looked at',
  'user.stopped': 'User objected, account stopped',
  'user.released': 'Closed account opened by a second administrator',
  'take.handed': 'Code taken by a program',
  'take.over': 'Program got no code',
  'request.asked': 'Approval asked for',
  'request.explained': 'Reason for a request given',
  'request.approved': 'Request approved',
  'request.interrupted': 'Request cut off midway',
  'request.resumed': 'Request resumed',
  'request.carried_out': 'Request carried out',
  'request.failed': 'Request could not be carried out',
  'request.refused': 'Request refused',
  'request.withdrawn': 'Request withdrawn',
  'request.stopped': 'Request stopped by the person concerned',
  'request.expired': 'Request expired',
  'leaver.plan_opened': 'Leaver plan opened',
  'leaver.plan_closed': 'Leaver plan closed',
  'leaver.plan_reopened': 'Leaver plan opened again',
  'leaver.key_handed_over': 'Key of a leaver handed over',
  'leaver.key_let_go': 'Key of a leaver left with the account',
  'leaver.secret_renewed': 'Secret known to a leaver rotated',
  'leaver.secret_not_renewed': 'Secret known to a leaver not rotated after all',
  'email.provider_created': 'E-mail provider added',
  'email.provider_changed': 'E-mail provider changed',
  'email.provider_deleted': 'E-mail provider deleted',
  'email.settings_changed': 'E-mail settings changed',
  'email.provider_tested': 'E-mail provider tested',
  'email.template_created': 'E-mail template added',
  'email.template_changed': 'E-mail template changed',
  'email.template_deleted': 'E-mail template deleted',
  'email.translation_saved': 'Translation of an e-mail template saved',
  'email.translation_removed': 'Translation of an e-mail template removed',
  'email.theme_created': 'E-mail theme added',
  'email.theme_changed': 'E-mail theme changed',
  'email.theme_deleted': 'E-mail theme deleted',
  'email.themes_restored': 'System themes of e-mail restored',
  'email.theme_applied': 'E-mail theme given to many templates',
  'email.theme_taken_back': 'E-mail theme taken back from many templates',
  'email.mapping_created': 'Event mapping added',
  'email.mapping_changed': 'Event mapping changed',
  'email.mapping_deleted': 'Event mapping deleted',
  'email.path_approved': 'Change of e-mail approved by a second administrator',
  'email.test_sent': 'Test e-mail sent',
  'email.mail_resent': 'E-mail sent again',
  'email.mail_marked_delivered': 'E-mail of unknown outcome marked as delivered',
  'email.logs_exported': 'E-mail log exported',
  'email.suppression_added': 'Address suppressed',
  'email.suppression_removed': 'Suppression removed',
  'email.suppressions_imported': 'Suppressions imported',
  'email.suppressions_exported': 'Suppression list exported',
  'system.cleanup_counted': 'Clean-up counted',
  'system.cleaned_up': 'Clean-up run',
  'system.report_made': 'Report made',
  'system.job_retried': 'Job tried again',
  'system.links_removed': 'Secrets removed from names',
  'system.month_dropped': 'Entries of a whole month dropped',
  'system.notice_sent': 'Security notice sent',
  'system.maintenance_scheduled': 'Maintenance scheduled',
  'system.maintenance_ended': 'Maintenance ended',
  'system.maintenance_cancelled': 'Maintenance called off',
  'email.held_released': 'Held e-mails sent',
  'email.held_discarded': 'Held e-mails discarded',
  'backup.started': 'Backup begun',
  'backup.downloaded': 'Backup downloaded',
  'backup.verified': 'Backup read back',
  'backup.drilled': 'Backup restored for a trial',
  'backup.deleted': 'Backup deleted',
  'backup.restored': 'Installation restored from a backup',
  'backup.secret_saved': 'Backup secret stored elsewhere',
  'backup.schedule_changed': 'Schedule of backups changed',
  'settings.changed': 'Settings changed',
  'audit.exported': 'Audit log exported',
  'stream.created': 'Stream of the audit log added',
  'stream.changed': 'Stream of the audit log changed',
  'stream.deleted': 'Stream of the audit log removed',
  'stream.retried': 'Stream of the audit log tried again',
  'webhook.created': 'Endpoint for webhooks added',
  'webhook.changed': 'Endpoint for webhooks changed',
  'webhook.deleted': 'Endpoint for webhooks removed',
  'webhook.rotated': 'Secret of an endpoint for webhooks renewed',
  'webhook.tested': 'Test message sent to an endpoint',
  'webhook.resent': 'Message to an endpoint sent again',
  'service_account.suspended': 'Service account suspended',
  'service_account.resumed': 'Service account resumed',
  'issuer.added': 'Issuer of workload tokens added',
  'issuer.removed': 'Issuer of workload tokens removed',
  'analytics.exported': 'Analytics exported',
  'access.exported': 'Ledger of access exported',
  'access.evidence_made': 'Evidence pack of access made',
  'access.question_saved': 'Question to the ledger saved',
  'access.question_renamed': 'Saved question renamed',
  'access.question_deleted': 'Saved question deleted',
  'review.started': 'Review of access started',
  'review.answered': 'Review of access answered',
  'review.undone': 'Answers to a review of access taken back',
  'review.reminded': 'Owners reminded of a review of access',
  'review.withdrawn': 'Review of access withdrawn',
  'review.ended': 'Review of access ended',
  /** A wrong password, typed by anyone. */
  'person.sign_in_failed': 'Sign-in failed',
  /** An act without an action of its own: the call, and the fields that were sent. */
  call: 'Other act',
} as const
export type AuditAction = keyof typeof auditActions

/** Acts of administrators and the system, acts of people on their own accounts and keys, or both. */
const auditActs = ['administrators', 'people', 'all'] as const
export type AuditActs = (typeof auditActs)[number]
const actsField = (usual: AuditActs) => z._default(z.enum(auditActs), usual)

const filters = {
  /** Any part of the actor's name or e-mail. */
  who: searchField,
  action: z.optional(z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]])),
  /** Any part of the name, or the whole id, of what it was done to. */
  whom: searchField,
  /** The whole id of the request that it follows from, as its answer says in `x-request-id`. */
  request: searchField,
  /** Days in UTC, both included. */
  from: z.optional(dayField),
  to: z.optional(dayField),
}

export const auditEntry = z.object({
  id: z.string(),
  happened_at: z.string(),
  /** Null: the system itself, or a command on the server. */
  actor: z.nullable(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  action: z.string(),
  /** The action as it reads. */
  title: z.string(),
  said: z.object({ title: wordings }),
  target: z.nullable(z.object({ kind: z.string(), id: z.nullable(z.string()), name: z.nullable(z.string()) })),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  address: z.nullable(z.string()),
  /** The request that it follows from. Null: it follows from none. */
  request_id: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listAudit = endpoint('GET /admin/audit', {
  summary: 'List the audit log, newest first',
  query: z.strictObject({ ...filters, acts: actsField('administrators'), page: pageField }),
  response: pageOf(auditEntry),
})

const exportFilters = z.strictObject({ ...filters, acts: actsField('all'), format: z._default(z.enum(['csv', 'json']), 'csv') })
export type AuditFilters = Omit<z.infer<typeof exportFilters>, 'format'>

export const exportAudit = endpoint('GET /admin/audit/export', {
  summary: 'Export the filtered audit log as CSV or JSON, each row with its chain hash and the file signed',
  query: exportFilters,
  response: z.string(),
  files: ['text/csv', 'application/json'],
})

const auditChainState = z.object({
  /** Fingerprint of the public key that signs checkpoints and exports: 'SHA256:…'. */
  fingerprint: z.string(),
  /** Ed25519, as DER (SPKI) in base64. */
  public_key: z.string(),
  /** Rows that are part of the chain, and rows that will be in a moment. */
  linked: z.number(),
  waiting: z.number(),
  /** The last one that was signed; null: none yet. */
  checkpoint: z.nullable(z.object({ sequence: z.number(), signed_at: z.string() })),
  /** Rows removed by retention: up to `sequence`, all older than `until`; null: none. */
  beginning: z.nullable(z.object({ sequence: z.number(), until: z.string() })),
  /** Result of the last verification: number of rows, and the last one verified. `problem`: the first altered row, in a sentence; null: none. */
  verification: z.nullable(z.object({ verified_at: z.string(), rows: z.number(), up_to: z.number(), problem: z.nullable(z.string()) })),
})
export type AuditChainState = z.infer<typeof auditChainState>

export const getAuditChain = endpoint('GET /admin/audit/chain', {
  summary: 'Get the last verified row of the audit log, and the key that signs it',
  response: auditChainState,
})
