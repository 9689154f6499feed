import { Trans, useLingui } from '@lingui/react/macro'
import { FileInput } from '../ui/icons/FileInput.ts'
import { useState } from 'react'
import { FormStep } from '../kits/FormDialog.tsx'
import { useIncomingFiles } from '../lib/use-incoming-files.ts'
import { DropZone } from '../ui/DropZone.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { KnownFormats } from './KnownFormats.tsx'
import { ScanButton } from './ScanButton.tsx'

interface ImportSourceProps {
  problem: string | undefined
  onFiles: (files: readonly File[]) => void
  onText: (text: string) => void
  onScan: (() => void) | undefined
}

/** Asks where the keys are: in files, pictures of QR codes, before the camera, or in a text. */
export function ImportSource({ problem, onFiles, onText, onScan }: ImportSourceProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const isDragging = useIncomingFiles({ enabled: true, onFiles, onText })
  return (
    <FormStep
      form={{ submit: () => onText(text), isPending: false, failure: problem }}
      submitLabel={<Trans>Continue</Trans>}
      disabledReason={text.trim() === '' ? t`Choose a file, or paste links.` : undefined}
    >
      <DropZone
        icon={FileInput}
        title={<Trans>Drop an export here</Trans>}
        text={<Trans>or click to browse files</Trans>}
        note={<Trans>A file of another application, or pictures of QR codes</Trans>}
        multiple
        isDragging={isDragging}
        onFiles={onFiles}
      />
      {onScan && <ScanButton onScan={onScan} />}
      <TextArea
        label={t`Or paste links`}
        help={t`One in a line. They begin with otpauth:// or otpauth-migration://.`}
        mono
        rows={2}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <KnownFormats />
    </FormStep>
  )
}
