import { Trans, useLingui } from '@lingui/react/macro'
import { FileInput } from '../ui/icons/FileInput.ts'
import { useState, Fragment } from 'react'
import { FormStep } from '../kits/FormDialog.tsx'
import { useIncomingFiles } from '../lib/use-incoming-files.ts'
import { DropZone } from '../ui/DropZone.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { ScanButton } from './ScanButton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Disclosure } from '../ui/Disclosure.tsx'
import { listFormats } from './transfer-jobs.ts'
import { helpName } from './transfer-texts.ts'

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

/** Supported applications, and where each of them has its export. */
function KnownFormats() {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const formats = useQuery({
    queryKey: ['import-formats'],
    queryFn: ({ signal }) => listFormats(signal),
    enabled: isOpen,
    staleTime: Infinity,
  })
  return (
    <Disclosure summary={<Trans>What can be imported</Trans>} open={isOpen} onToggle={setOpen}>
      <dl className="mb-3 grid grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm text-text-2 max-[30rem]:grid-cols-1 max-[30rem]:gap-y-0">
        {formats.data?.map(({ name, help }) => (
          <Fragment key={name}>
            <dt className="text-text" translate={helpName(name) === name ? 'no' : undefined}>
              {helpName(name)}
            </dt>
            <dd className="max-[30rem]:mb-2">{i18n._(help)}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="text-sm text-text-2">
        <Trans>Files are opened in your browser. Their passwords never leave it.</Trans>
      </p>
    </Disclosure>
  )
}
