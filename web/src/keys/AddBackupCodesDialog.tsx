import { Plural, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { addBackupCodes } from '@twofold/contract/backup-codes'
import { limits } from '@twofold/contract/limits'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { call } from '../lib/call.ts'
import { TextArea } from '../ui/TextArea.tsx'
import { readBackupCodes } from './backup-code-text.ts'
import { backupCodesKey } from './backup-codes.ts'
import { keyDetailQuery } from './key-detail.ts'

/** Keeps codes with a key, as many as are pasted. */
export function AddBackupCodesDialog({ item: { id, name }, onClose }: { item: { id: string; name: string }; onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { backupCodeMax, backupCodesPerKey } = limits
  const form = useFormDialog({
    values: { codes: '' },
    send: ({ codes }) => call(addBackupCodes, { params: { id }, body: { codes: readBackupCodes(codes) } }),
    failed: t`Failed to save the backup codes. Please try again.`,
    renews: [keyDetailQuery(id).queryKey],
    onClose,
    // Codes that are on the screen are shown once more, for which the PIN may be asked.
    onDone: () => void client.invalidateQueries({ queryKey: backupCodesKey(id) }),
  })
  const found = readBackupCodes(form.watch('codes')).length
  const complaint = (text: string) => {
    const codes = readBackupCodes(text)
    if (codes.length === 0) return t`Enter at least one code`
    if (codes.length > backupCodesPerKey) return t`A key keeps at most ${backupCodesPerKey} backup codes.`
    return codes.some((code) => code.length > backupCodeMax) ? t`A backup code has at most ${backupCodeMax} characters.` : undefined
  }
  return (
    <FormDialog form={form} title={t`Add backup codes`} subtitle={name} size="sm" submitLabel={t`Save codes`} pendingLabel={t`Saving...`}>
      <TextArea
        label={t`Backup codes`}
        help={t`Paste all that the service gave you, one in a line. They are stored encrypted.`}
        rows={8}
        mono
        autoFocus
        autoComplete="off"
        spellCheck={false}
        disabled={form.isPending}
        {...form.field('codes', complaint)}
      />
      <p className="text-sm text-text-2" role="status">
        {found > 0 && <Plural value={found} one="# code found in it." other="# codes found in it." />}
      </p>
    </FormDialog>
  )
}
