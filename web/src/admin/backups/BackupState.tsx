import { Trans, useLingui } from '@lingui/react/macro'
import type { Backup } from '@twofold/contract/admin/backups'
import { ShieldAlert } from '../../ui/icons/ShieldAlert.ts'
import { ShieldCheck } from '../../ui/icons/ShieldCheck.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Ago } from '../../ui/Ago.tsx'

export function BackupState({ backup }: { backup: Backup }) {
  const { t } = useLingui()
  const { state, step, progress, error, verified_at, verify_error, is_verifying, location } = backup
  if (state === 'waiting') return <Badge tone="info">{t`Waiting`}</Badge>
  if (state === 'running') {
    const label = step === 'reading_back' ? t`Verifying` : step === 'uploading' ? t`Sending` : t`Writing`
    return (
      <span className="grid min-w-32 gap-1">
        <span>
          {label} <span className="tabular-nums">{progress} %</span>
        </span>
        <ProgressBar label={label} value={progress} />
      </span>
    )
  }
  if (state === 'failed') {
    return (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone="danger">{t`Failed`}</Badge>
        {error && <span className="text-sm wrap-anywhere text-text-2">{error}</span>}
      </span>
    )
  }
  if (is_verifying) return <Badge tone="info">{t`Verifying`}</Badge>
  // The upload was verified; only a full reading shows that it can be fetched.
  if (location === 's3' && verified_at === null) return <Badge tone="info">{t`Stored`}</Badge>
  return verify_error === null ? (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="success" icon={ShieldCheck}>{t`Verified`}</Badge>
      {verified_at && (
        <span className="text-sm wrap-anywhere text-text-2">
          <Ago time={verified_at} />
        </span>
      )}
    </span>
  ) : (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="danger" icon={ShieldAlert}>
        <Trans>Unreadable</Trans>
      </Badge>
      <span className="text-sm wrap-anywhere text-text-2">{verify_error}</span>
    </span>
  )
}
