import { useLingui } from '@lingui/react/macro'
import type { LeaverKey } from '@twofold/contract/admin/leavers'
import { Badge } from '../../ui/Badge.tsx'

/** Ways in which the person got the secret. */
export function Had({ had }: Pick<LeaverKey, 'had'>) {
  const { t } = useLingui()
  const words: Record<LeaverKey['had'][number], string> = {
    added: t`Added it`,
    secret: t`Saw the secret`,
    backup_codes: t`Had backup codes`,
    export: t`Exported it`,
  }
  return (
    <span className="inline-flex flex-wrap gap-1">
      {had.map((way) => (
        <Badge key={way} tone="warning">
          {words[way]}
        </Badge>
      ))}
    </span>
  )
}
