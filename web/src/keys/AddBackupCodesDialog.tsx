import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addBackupCodes } from '@twofold/contract/backup-codes'
import { limits } from '@twofold/contract/limits'
import { type FormEvent, useState } from 'react'
import { call } from '../lib/call.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'
import { readBackupCodes } from './backup-code-text.ts'
import { backupCodesKey } from './backup-codes.ts'
import { keyDetailQuery } from './key-detail.ts'

/** Keeps codes with a key, as many as are pasted. */
export function AddBackupCodesDialog({ item: { id, name }, onClose }: { item: { id: string; name: string }; onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const codes = readBackupCodes(text)
  const { backupCodeMax, backupCodesPerKey } = limits
  const complaint =
    codes.length === 0
      ? t`Enter at least one code`
      : codes.length > backupCodesPerKey
        ? t`A key keeps at most ${backupCodesPerKey} backup codes.`
        : codes.some((code) => code.length > backupCodeMax)
          ? t`A backup code has at most ${backupCodeMax} characters.`
          : undefined
  const add = useMutation({
    mutationFn: () => call(addBackupCodes, { params: { id }, body: { codes } }),
    meta: { fallback: t`Failed to save the backup codes. Please try again.` },
    onSuccess: ({ message }) => {
      toast.success(message)
      onClose()
      return Promise.all([client.invalidateQueries(keyDetailQuery(id)), client.invalidateQueries({ queryKey: backupCodesKey(id) })])
    },
  })
  const busy = add.isPending
  useUnsavedChanges(text !== '' && !add.isSuccess)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!busy && complaint === undefined) add.mutate()
  }

  return (
    <Dialog
      title={t`Add backup codes`}
      subtitle={name}
      size="sm"
      onClose={onClose}
      pending={busy}
      onSubmit={submit}
      footer={
        <SubmitButtons pending={busy} pendingLabel={t`Saving...`}>
          <Trans>Save codes</Trans>
        </SubmitButtons>
      }
    >
      <TextArea
        label={t`Backup codes`}
        help={t`Paste all that the service gave you, one in a line. They are stored encrypted.`}
        rows={8}
        mono
        autoFocus
        autoComplete="off"
        spellCheck={false}
        disabled={busy}
        value={text}
        error={isTried ? complaint : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="text-sm text-text-2" role="status">
        {codes.length > 0 && <Plural value={codes.length} one="# code found in it." other="# codes found in it." />}
      </p>
    </Dialog>
  )
}
