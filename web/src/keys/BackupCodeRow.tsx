import { Trans, useLingui } from '@lingui/react/macro'
import type { BackupCode } from '@twofold/contract/backup-codes'
import { Check } from '../ui/icons/Check.ts'
import { Copy } from '../ui/icons/Copy.ts'
import { Trash2 } from '../ui/icons/Trash2.ts'
import { Undo2 } from '../ui/icons/Undo2.ts'
import { copyText } from '../lib/copy-text.ts'
import { IconButton } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { When } from '../ui/When.tsx'
import { useMarkBackupCode } from './backup-codes.ts'
import { MachineText } from '../ui/MachineText.tsx'

interface BackupCodeRowProps {
  keyId: string
  code: BackupCode
  onRemove: () => void
}

/** One code, whether it is unused, and its actions. */
export function BackupCodeRow({ keyId, code: { id, code, used_at: usedAt, used_by: usedBy }, onRemove }: BackupCodeRowProps) {
  const { t } = useLingui()
  const mark = useMarkBackupCode(keyId)
  const isUsed = usedAt !== null
  async function copy() {
    if (await copyText(code)) toast.success(t`Backup code copied to clipboard!`, { duration: 2000 })
    else toast.error(t`Failed to copy code to clipboard`)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p>
          <MachineText className={`text-md wrap-anywhere ${isUsed ? 'text-text-3 line-through' : ''}`}>{code}</MachineText>
        </p>
        <p className="text-sm text-text-2 wrap-anywhere">
          {!isUsed && <Trans>Not used</Trans>}
          {isUsed && usedBy !== null && (
            <Trans>
              Used by {usedBy}, <When at={usedAt} />
            </Trans>
          )}
          {isUsed && usedBy === null && (
            <Trans>
              Used <When at={usedAt} />
            </Trans>
          )}
        </p>
      </div>
      <div className="ms-auto flex gap-1">
        {!isUsed && <IconButton size="sm" icon={Copy} label={t`Copy ${code}`} onPress={() => void copy()} />}
        <IconButton
          size="sm"
          icon={isUsed ? Undo2 : Check}
          label={isUsed ? t`Mark ${code} as not used` : t`Mark ${code} as used`}
          pending={mark.isPending}
          onPress={() => mark.mutate({ id, used: !isUsed })}
        />
        <IconButton size="sm" icon={Trash2} label={t`Remove ${code}`} onPress={onRemove} />
      </div>
    </li>
  )
}
