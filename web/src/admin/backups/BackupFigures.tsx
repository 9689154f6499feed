import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Backup, BackupOverview } from '@twofold/contract/admin/backups'
import { StatCard, StatGrid } from '../../ui/StatCard.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { At } from '../../ui/At.tsx'
import { sizeText } from './size-text.ts'

/** `last`: the last one that can be restored. */
export function BackupFigures({ overview, last }: { overview: BackupOverview | undefined; last: Backup | undefined }) {
  const { t } = useLingui()
  const completed = overview?.data.filter(({ state }) => state === 'completed') ?? []
  const kept = completed.filter(({ location }) => location === 'local')
  const away = completed.filter(({ location }) => location === 's3')
  const where = overview?.off_site ?? undefined
  const latest = overview?.data.find(({ state }) => state === 'completed' || state === 'failed')
  return (
    <StatGrid label={t`Figures`}>
      <StatCard
        label={t`Last successful backup`}
        value={overview && (last ? <Ago time={last.created_at} /> : t({ message: 'None', context: 'a backup' }))}
        note={latest?.state === 'failed' ? t`The latest backup failed.` : last ? sizeText(last.size ?? 0) : t`Nothing can be restored yet.`}
      />
      <StatCard
        label={t`Next one`}
        value={
          overview &&
          (overview.next_at === null ? (
            t({ message: 'None', context: 'a backup' })
          ) : (
            <span className="text-lg">
              <At time={overview.next_at} />
            </span>
          ))
        }
        note={overview?.next_at === null ? t`The schedule is off.` : t`By the schedule`}
      />
      <StatCard
        label={t`Last restored for a trial`}
        value={overview && (overview.last_drill === null ? t`Never` : <Ago time={overview.last_drill.finished_at} />)}
        note={
          overview?.last_drill === null
            ? t`By itself every Sunday`
            : overview?.last_drill.error === null
              ? overview.last_drill.location === 's3'
                ? t`From the off-site copy: everything encrypted in it opened.`
                : t`Everything encrypted in it opened.`
              : (overview?.last_drill.error ?? '')
        }
      />
      <StatCard
        label={t`Last off-site copy`}
        value={overview && (away[0] ? <Ago time={away[0].created_at} /> : t`None`)}
        note={
          where === undefined ? (
            t`Not set up: S3_ENDPOINT and S3_BUCKET.`
          ) : (
            <span className="wrap-anywhere">{plural(away.length, { one: `# copy in ${where}`, other: `# copies in ${where}` })}</span>
          )
        }
      />
      <StatCard
        label={t`Kept`}
        value={overview && t`${kept.length} of ${overview.schedule.keep}`}
        note={sizeText(kept.reduce((sum, { size }) => sum + (size ?? 0), 0))}
      />
    </StatGrid>
  )
}
