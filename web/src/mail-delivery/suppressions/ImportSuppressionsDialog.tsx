import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { importMost, importSuppressions } from '@twofold/contract/mail-delivery/suppressions'
import type { SuppressionReason } from '@twofold/contract/mail-rules/suppression-reason'
import { useState } from 'react'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { longLimitMs } from '../../lib/call-for-file.ts'
import { numberText } from '../../lib/number-text.ts'
import { useIncomingFiles } from '../../lib/use-incoming-files.ts'
import { Alert } from '../../ui/Alert.tsx'
import { DropZone } from '../../ui/DropZone.tsx'
import { FileInput } from '../../ui/icons/FileInput.ts'
import { Select } from '../../ui/Select.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { readSuppressions, type SuppressionFile } from './read-suppressions.ts'
import { suppressionsKey } from './suppressions.ts'
import { useReasonLabels } from './use-reason-labels.ts'

/** Bytes of a file. */
const largest = 25 * 1024 * 1024

/** Takes over the suppressions of another e-mail service, or of an export of ours. */
export function ImportSuppressionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const labels = useReasonLabels()
  const [file, setFile] = useState<SuppressionFile>()
  const [problem, setProblem] = useState<string>()
  const form = useFormDialog({
    values: { reason: file?.usual ?? 'manual' },
    send: ({ reason }) => importAll(file?.entries ?? [], reason),
    failed: t`The addresses could not be imported`,
    said: ({ added, known }) => {
      const [some, before] = [numberText(added), numberText(known)]
      return t`Imported: ${some}. On the list before: ${before}.`
    },
    renews: [suppressionsKey],
    ...longToast,
    onClose,
  })
  async function read(files: readonly File[]) {
    const [chosen] = files
    if (chosen === undefined) return
    const found =
      chosen.size > largest
        ? undefined
        : await chosen
            .text()
            .then(readSuppressions)
            .catch(() => undefined)
    const isUseful = found !== undefined && found.entries.length > 0
    setFile(isUseful ? found : undefined)
    setProblem(
      isUseful
        ? undefined
        : t`This file has no addresses that can be read. Choose a CSV file of at most 25 MB that is whole and names its columns in the first line.`,
    )
    if (isUseful) form.setValue('reason', found.usual)
  }
  const isDragging = useIncomingFiles({ enabled: true, onFiles: (files) => void read(files) })
  const { leftOut = 0, entries = [] } = file ?? {}
  const unsaid = entries.filter(({ reason }) => reason === undefined).length
  return (
    <FormDialog
      form={form}
      title={t`Import addresses`}
      subtitle={t`Addresses that bounced get no e-mails, others only those their accounts depend on. Addresses on the list keep their reason; only a bounce replaces a complaint, which is noted beside it.`}
      size="sm"
      submitLabel={<Trans>Import</Trans>}
      disabledReason={file ? undefined : t`Choose a file first.`}
    >
      <DropZone
        icon={FileInput}
        title={<Trans>Drop a CSV file here</Trans>}
        text={<Trans>or click to browse files</Trans>}
        note={<Trans>An export of Postmark, SendGrid, Mailgun or Twofold</Trans>}
        accept=".csv,text/csv,text/plain"
        isDragging={isDragging}
        onFiles={(files) => void read(files)}
      />
      {problem && <Alert type="error">{problem}</Alert>}
      {file && (
        <Alert type="info">
          <Plural value={entries.length} one="# address was read." other="# addresses were read." />{' '}
          {leftOut > 0 && (
            <Plural value={leftOut} one="# row without a valid address is left out." other="# rows without a valid address are left out." />
          )}
        </Alert>
      )}
      {unsaid > 0 && (
        <Select
          label={t`Reason`}
          help={t`For the addresses whose reason the file does not say.`}
          options={Object.entries(labels).map(([value, label]) => ({ value, label }))}
          {...form.field('reason')}
        />
      )}
    </FormDialog>
  )
}

/** One call after the other. What arrived stays if one fails: importing again skips it. */
async function importAll(entries: SuppressionFile['entries'], usual: SuppressionReason) {
  const sum = { added: 0, known: 0 }
  for (let start = 0; start < entries.length; start += importMost) {
    const part = entries.slice(start, start + importMost).map(({ reason = usual, ...entry }) => ({ ...entry, reason }))
    const { added, known } = await call(importSuppressions, { body: { entries: part } }, { limitMs: longLimitMs })
    sum.added += added
    sum.known += known
  }
  return sum
}
