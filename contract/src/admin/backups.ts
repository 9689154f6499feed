import * as z from 'zod/mini'
import { said, wordings } from '../said.ts'
import { taggedEndpoint } from '../endpoint.ts'

const endpoint = taggedEndpoint('Backups')

export const backupFrequencies = ['off', 'daily', 'weekly'] as const

/** Schedule of automatic backups, and how many are kept. */
export const backupSchedule = z.strictObject({
  frequency: z.enum(backupFrequencies),
  /** 0: Sunday. Counts for weekly ones only. */
  weekday: z.int().check(z.minimum(0), z.maximum(6)),
  /** Hour of the day in UTC. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  /** Older ones are deleted when a newer one is made and was read back. */
  keep: z.int('Keep at least 1 backup').check(z.minimum(1, 'Keep at least 1 backup'), z.maximum(365, 'Keep at most 365 backups')),
})
export type BackupSchedule = z.infer<typeof backupSchedule>

export const defaultBackupSchedule: BackupSchedule = { frequency: 'daily', weekday: 0, hour: 3, keep: 7 }

export const backup = z.object({
  id: z.string(),
  file_name: z.string(),
  state: z.enum(['waiting', 'running', 'completed', 'failed']),
  /** `found`: in the bucket, after the list was lost with its installation. */
  cause: z.enum(['manual', 'scheduled', 'command', 'found']),
  made_by: z.nullable(z.object({ id: z.nullable(z.string()), name: z.string() })),
  step: z.nullable(z.enum(['writing', 'reading_back', 'uploading'])),
  /** Percent of the step. */
  progress: z.number(),
  /** Kind of secret that it was encrypted with. */
  encrypted_with: z.nullable(z.enum(['password', 'master_key'])),
  application: z.nullable(z.string()),
  /** Bytes. */
  size: z.nullable(z.number()),
  error: z.nullable(z.string()),
  said: z.object({ error: z.optional(wordings), verify_error: z.optional(wordings) }),
  /** The machine that has the file. */
  node: z.nullable(z.string()),
  /** `s3`: a copy in the bucket, which every node reaches. */
  location: z.enum(['local', 's3']),
  /** The node that answers has the file, or reaches it; only such a one can be fetched, verified or deleted. */
  is_here: z.boolean(),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** Time of the last complete reading, and the problem found then. */
  verified_at: z.nullable(z.string()),
  verify_error: z.nullable(z.string()),
  is_verifying: z.boolean(),
})
export type Backup = z.infer<typeof backup>

export const listBackups = endpoint('GET /admin/backups', {
  summary: 'List backups, newest first, with the schedule and what is pending after a restore',
  response: z.object({
    data: z.array(backup),
    schedule: backupSchedule,
    /** Time of the next automatic backup. */
    next_at: z.nullable(z.string()),
    /** Last restore drill, and the reason of its failure; null: never. */
    last_drill: z.nullable(
      z.object({
        file_name: z.string(),
        location: z.enum(['local', 's3']),
        finished_at: z.string(),
        error: z.nullable(z.string()),
        said: z.object({ error: z.optional(wordings) }),
      }),
    ),
    /** The host and the bucket where copies go; null: backups are on this machine only. */
    off_site: z.nullable(z.string()),
    /** Secret that encrypts new backups: BACKUP_PASSWORD, or else the root key. */
    encrypted_with: z.enum(['password', 'master_key']),
    /**
     * Location of that secret: its variable, or the path of its file. `saved_at`: when an administrator confirmed that it is also stored elsewhere.
     */
    secret: z.object({ place: z.enum(['variable', 'file']), name: z.string(), saved_at: z.nullable(z.string()) }),
    /** Set if this installation was restored from a backup whose e-mails still wait for a decision. */
    restored: z.nullable(
      z.object({
        restored_at: z.string(),
        backup_created_at: z.string(),
        held_mails: z.number(),
      }),
    ),
  }),
})
export type BackupOverview = z.infer<(typeof listBackups)['response']>

export const startBackup = endpoint('POST /admin/backups', {
  summary: 'Create a backup now. Only one runs at a time',
  status: 202,
  errors: ['backups.under_way'],
  response: z.object({ ...said, backup }),
})

export const confirmBackupSecret = endpoint('POST /admin/backups/secret-saved', {
  summary: 'Say that the secret which opens new backups is kept outside of this installation too',
})

export const changeBackupSchedule = endpoint('PUT /admin/backups/schedule', {
  summary: 'Set when backups are created automatically, and how many are kept',
  body: backupSchedule,
  response: z.object({ ...said, schedule: backupSchedule }),
})

export const verifyBackup = endpoint('POST /admin/backups/{id}/verify', {
  summary: 'Verify a backup by reading it from beginning to end. The result appears in the list',
  status: 202,
  errors: [
    'backups.being_verified',
    'backups.elsewhere',
    'backups.gone',
    'backups.not_complete',
    'backups.not_found',
    'backups.not_set_up',
  ],
})

export const downloadBackup = endpoint('POST /admin/backups/{id}/download', {
  summary: 'Create a single-use download address, valid for a minute in this session. Needs the PIN',
  errors: ['backups.elsewhere', 'backups.gone', 'backups.not_complete', 'backups.not_found', 'backups.not_set_up'],
  response: z.object({ url: z.string(), expires_at: z.string() }),
})

/** Below this a file is fetched by its one-time token. */
export const backupFilePath = '/api/admin/backups/files'

export const deleteBackup = endpoint('DELETE /admin/backups/{id}', {
  summary: 'Delete a backup and its file',
  errors: ['backups.elsewhere', 'backups.gone', 'backups.not_found', 'backups.not_set_up', 'backups.off_site', 'backups.under_way'],
})
