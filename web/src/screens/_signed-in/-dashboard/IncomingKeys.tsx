import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { PreviewCode } from '../../../codes/PreviewCode.tsx'
import type { FoundKey } from '../../../keys/AddKeyDialog.tsx'
import { AddKeyFlow } from '../../../keys/AddKeyFlow.tsx'
import { PartsSoFar } from '../../../transfer/PartsSoFar.tsx'
import type { UnfinishedExport } from '../../../transfer/read-sources.ts'
import type { ImportBeginning } from '../../../transfer/use-import.ts'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { toast } from '../../../ui/toast.ts'
import { useKeyScan } from './use-key-scan.ts'
import { latePart } from '../../../lib/late-part.ts'

/**
 * Input from outside: pasted or dropped on the page, or shared with the application; a name that the search did not find; or a request for the
 * camera.
 */
export type Incoming = { files: File[]; by: 'paste' | 'drop' | 'share' } | { text: string } | { name: string } | { way: 'scan' }

/** The open dialog: the form for one key, or an import or export. */
export type KeyDialogName = 'add' | 'import' | 'export'

interface IncomingKeysProps {
  open: KeyDialogName | null | undefined
  /** Null: close what is open. */
  onOpen: (open: KeyDialogName | null) => void
  /** Each new one starts a scan or an import. */
  incoming: Incoming | undefined
  /** Whether something on the screen accepts pasted or dropped input itself. */
  onBusyChange: (isBusy: boolean) => void
  onProvisioned: () => void
}

const ScannerDialog = latePart(() => import('../../../scanner/ScannerDialog.tsx').then((module) => module.ScannerDialog))
const ImportKeys = latePart(() => import('../-transfer/ImportKeys.tsx').then((module) => module.ImportKeys))
const ExportKeys = latePart(() => import('../-transfer/ExportKeys.tsx').then((module) => module.ExportKeys))

/** One picture goes to the scanner; any other file, or several, are an import. */
const isPicture = (files: readonly File[]) => files.length === 1 && files[0]?.type.startsWith('image/') === true
const isSeveralLinks = (text: string) => text.split('\n').filter((line) => line.includes('://')).length > 1

/** Keys come by form, scan or import, and go by export. A scan fills the form; one of another application's export leads to the import. */
export function IncomingKeys({ open, onOpen, incoming, onBusyChange, onProvisioned }: IncomingKeysProps) {
  const { t } = useLingui()
  const [found, setFound] = useState<FoundKey>()
  const [name, setName] = useState('')
  const [beginning, setBeginning] = useState<ImportBeginning>()
  const scanning = useKeyScan({
    onFound(parameters, from) {
      setFound({ parameters, by: from === 'paste' ? 'link' : 'scan' })
      onOpen('add')
    },
    onImport: openImport,
  })

  function openImport(from: ImportBeginning | undefined) {
    scanning.end()
    setBeginning(from)
    onOpen(from ? 'import' : null)
  }

  const begin = useEffectEvent((incoming: Incoming) => {
    // A person who fills in a form is adding one key.
    const mayImport = open !== 'add'
    if ('way' in incoming) return scanning.begin()
    if ('name' in incoming) {
      setName(incoming.name)
      return onOpen('add')
    }
    if ('text' in incoming) {
      if (mayImport && isSeveralLinks(incoming.text)) return openImport(incoming)
      const refusal = scanning.take([incoming.text], 'paste')
      if (refusal !== undefined) toast.error(refusal)
      return
    }
    const { files, by } = incoming
    const [file] = files
    if (file && (isPicture(files) || !mayImport)) scanning.begin({ file, by })
    else openImport({ files })
  })
  useEffect(() => {
    if (incoming) begin(incoming)
  }, [incoming])

  const isBusy = scanning.scan !== undefined || open === 'import'
  const reportBusy = useEffectEvent(onBusyChange)
  useEffect(() => reportBusy(isBusy), [isBusy])

  return (
    <>
      <AddKeyFlow
        isOpen={open === 'add'}
        onOpenChange={(isOpen) => {
          if (!isOpen) {
            setFound(undefined)
            setName('')
          }
          onOpen(isOpen ? 'add' : null)
        }}
        name={name}
        found={found}
        onScan={() => scanning.begin()}
        code={(parameters) => <PreviewCode parameters={parameters} />}
        onProvisioned={onProvisioned}
      />
      <KeyScanner scanning={scanning} />
      {open === 'import' && <KeyImport beginning={beginning} onClose={() => openImport(undefined)} onScan={scanning.goOn} />}
      {open === 'export' && (
        <Suspense fallback={<OnItsWay title={t`Export keys`} onClose={() => onOpen(null)} />}>
          <ExportKeys onClose={() => onOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

function KeyScanner({ scanning: { scan, parts, take, leave } }: { scanning: ReturnType<typeof useKeyScan> }) {
  const { t } = useLingui()
  if (!scan) return null
  return (
    <Suspense fallback={<OnItsWay title={t`Scan QR Code`} onClose={leave} />}>
      <ScannerDialog picture={scan.picture} onTexts={take} onClose={leave}>
        {parts && <PartsSoFar parts={parts} />}
      </ScannerDialog>
    </Suspense>
  )
}

interface KeyImportProps {
  beginning: ImportBeginning | undefined
  onClose: () => void
  /** Goes on with the camera, and with what was found. */
  onScan: (found: UnfinishedExport | undefined) => void
}

function KeyImport({ beginning, onClose, onScan }: KeyImportProps) {
  const { t } = useLingui()
  return (
    <Suspense fallback={<OnItsWay title={t`Import keys`} onClose={onClose} />}>
      <ImportKeys
        beginning={beginning}
        onScan={(found) => {
          onClose()
          onScan(found)
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}

function OnItsWay({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose} footer={<CancelButton />}>
      <Loading />
    </Dialog>
  )
}
