import type { BackupRow, BackupsRepository } from './backups.repository.ts'

/** Interval of progress reports. */
const wordMilliseconds = 1000

type Step = NonNullable<BackupRow['step']>

/** Says how far a backup is, and breaks off when another node has taken it over. */
export function reportProgress(deps: {
  backups: Pick<BackupsRepository, 'change'>
  row: BackupRow
  firstStep: Step
  breakOff: AbortController
  now: () => Date
}) {
  const { row, breakOff } = deps
  let step = deps.firstStep
  let progress = 0
  const timer = setInterval(() => {
    void deps.backups
      .change(row.id, row.fence, { step, progress, touched_at: deps.now() })
      .then((isClaimed) => {
        if (!isClaimed) breakOff.abort(new Error('Another node works on this backup now.'))
      })
      .catch(() => {}) // the database is away for a moment; if it stays away, the backup itself fails
  }, wordMilliseconds)
  return {
    note(next: Step, part: number) {
      step = next
      progress = Math.min(100, Math.floor(part * 100))
    },
    stop: () => clearInterval(timer),
  }
}
