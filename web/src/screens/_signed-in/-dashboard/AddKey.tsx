import { useLingui } from '@lingui/react/macro'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PreviewCode } from '../../../codes/PreviewCode.tsx'
import { AddKeyFlow } from '../../../keys/AddKeyFlow.tsx'
import { pasteFailureText } from '../../../keys/link-failure.ts'
import { readScannedText } from '../../../keys/scanned-text.ts'
import type { IncomingPicture, TextSource } from '../../../scanner/ScannerDialog.tsx'
import { collectPart, type CollectedParts, isComplete } from '../../../transfer/migration-parts.ts'
import { isMigrationLink, readMigrationLink } from '../../../transfer/entries/otpauth-migration.ts'
import { PartsSoFar } from '../../../transfer/PartsSoFar.tsx'
import type { Gathered } from '../../../transfer/read-sources.ts'
import type { ImportBeginning } from '../../../transfer/use-import.ts'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { toast } from '../../../ui/toast.ts'

/** What was pasted or dropped on the page, or shared with the application; a name that the search did not find; or the wish for the camera. */
export type Incoming = { files: File[]; by: 'paste' | 'drop' | 'share' } | { text: string } | { name: string } | { way: 'scan' }

/** What is open: the form for one key, or a way for many. */
export type KeyDialogName = 'add' | 'import' | 'export'

interface AddKeyProps {
  open: KeyDialogName | null | undefined
  /** Null: close what is open. */
  onOpen: (open: KeyDialogName | null) => void
  /** Each new one starts a scan or an import. */
  incoming: Incoming | undefined
  /** Whether something is on the screen that takes what is pasted or dropped. */
  onBusyChange: (isBusy: boolean) => void
  onProvisioned: () => void
}

const ScannerDialog = lazy(() => import('../../../scanner/ScannerDialog.tsx').then((module) => ({ default: module.ScannerDialog })))
const ImportKeys = lazy(() => import('../-transfer/ImportKeys.tsx').then((module) => ({ default: module.ImportKeys })))
const ExportKeys = lazy(() => import('../-transfer/ExportKeys.tsx').then((module) => ({ default: module.ExportKeys })))

const withExport = (others: Gathered | undefined, parts: CollectedParts | undefined): Gathered => ({
  formats: [...new Set([...(others?.formats ?? []), 'Google Authenticator' as const])],
  entries: others?.entries ?? [],
  exports: [...(others?.exports ?? []), ...(parts ? [parts] : [])],
})

/** One picture is looked at by the scanner; a file that is none, or several, are an import. */
const isPicture = (files: readonly File[]) => files.length === 1 && files[0]?.type.startsWith('image/') === true
const isSeveralLinks = (text: string) => text.split('\n').filter((line) => line.includes('://')).length > 1

/** Keys come by form, scan or import, and go by export. A scan fills the form; one of another application's export leads to the import. */
export function AddKey({ open, onOpen, incoming, onBusyChange, onProvisioned }: AddKeyProps) {
  const { t } = useLingui()
  const [scan, setScan] = useState<{ picture?: IncomingPicture }>()
  const [scanned, setScanned] = useState<KeyParameters>()
  const [name, setName] = useState('')
  const [beginning, setBeginning] = useState<ImportBeginning>()
  const [parts, setParts] = useState<CollectedParts>()
  // Two codes may come before anything is drawn.
  const collected = useRef<CollectedParts>(undefined)
  /** What an import had found before it went on with the camera. */
  const others = useRef<Gathered>(undefined)

  function collect(next: CollectedParts | undefined) {
    collected.current = next
    setParts(next)
  }

  function endScan() {
    setScan(undefined)
    collect(undefined)
    others.current = undefined
  }

  /** Who came from an import goes back to it, with all that is there. */
  function leaveScan() {
    if (others.current) beginImport({ gathered: withExport(others.current, collected.current) })
    else endScan()
  }

  function beginImport(beginning: ImportBeginning) {
    endScan()
    setBeginning(beginning)
    onOpen('import')
  }

  const done = (from: TextSource) => toast.success(from === 'paste' ? t`Link pasted` : t`QR code scanned successfully!`)

  /** Answers why none of the texts is of use, or undefined. */
  function take(texts: string[], from: TextSource): string | undefined {
    const links = texts.filter(isMigrationLink)
    if (links.length > 0) return takeExport(links, from)
    const read = texts.map(readScannedText)
    const found = read.find((text) => text.ok)
    if (!found) {
      if (from === 'paste') return pasteFailureText(read[0])
      const isUnreadable = read.some((text) => !text.ok && text.failure === 'unreadable')
      return isUnreadable ? t`Failed to parse QR code. Please try again.` : t`Invalid QR code format. Please scan a valid 2FA QR code.`
    }
    endScan()
    setScanned(found.parameters)
    onOpen('add')
    done(from)
    return undefined
  }

  function takeExport(links: string[], from: TextSource): string | undefined {
    const read = links.map(readMigrationLink).filter((part) => part !== undefined)
    if (read.length === 0)
      return from === 'paste' ? t`This export link cannot be read. Copy it again, whole.` : t`Failed to parse QR code. Please try again.`
    const all = read.reduce<CollectedParts | undefined>(collectPart, collected.current)
    if (!all) return undefined
    if (isComplete(all)) {
      beginImport({ gathered: withExport(others.current, all) })
      done(from)
    } else {
      // A part that was pasted as text needs the scanner for the others.
      setScan((open) => open ?? {})
      collect(all)
    }
    return undefined
  }

  const begin = useEffectEvent((incoming: Incoming) => {
    // Who fills in a form is about one key.
    const mayImport = open !== 'add'
    if ('way' in incoming) return setScan({})
    if ('name' in incoming) {
      setName(incoming.name)
      return onOpen('add')
    }
    if ('text' in incoming) {
      if (mayImport && isSeveralLinks(incoming.text)) return beginImport(incoming)
      const refusal = take([incoming.text], 'paste')
      if (refusal !== undefined) toast.error(refusal)
      return
    }
    const { files, by } = incoming
    const [file] = files
    if (file && (isPicture(files) || !mayImport)) setScan({ picture: { file, by } })
    else beginImport({ files })
  })
  useEffect(() => {
    if (incoming) begin(incoming)
  }, [incoming])

  const isBusy = scan !== undefined || open === 'import'
  const tellBusy = useEffectEvent(onBusyChange)
  useEffect(() => tellBusy(isBusy), [isBusy])

  return (
    <>
      <AddKeyFlow
        isOpen={open === 'add'}
        onOpenChange={(isOpen) => {
          if (!isOpen) {
            setScanned(undefined)
            setName('')
          }
          onOpen(isOpen ? 'add' : null)
        }}
        name={name}
        scanned={scanned}
        onScan={() => setScan({})}
        code={(parameters) => <PreviewCode parameters={parameters} />}
        onProvisioned={onProvisioned}
      />
      {scan && (
        <Suspense fallback={<OnItsWay title={t`Scan QR Code`} onClose={leaveScan} />}>
          <ScannerDialog picture={scan.picture} onTexts={take} onClose={leaveScan}>
            {parts && <PartsSoFar parts={parts} />}
          </ScannerDialog>
        </Suspense>
      )}
      {open === 'import' && (
        <Suspense fallback={<OnItsWay title={t`Import keys`} onClose={() => onOpen(null)} />}>
          <ImportKeys
            beginning={beginning}
            onScan={(found) => {
              setBeginning(undefined)
              onOpen(null)
              collect(found?.parts)
              others.current = found?.others
              setScan({})
            }}
            onClose={() => {
              setBeginning(undefined)
              onOpen(null)
            }}
          />
        </Suspense>
      )}
      {open === 'export' && (
        <Suspense fallback={<OnItsWay title={t`Export keys`} onClose={() => onOpen(null)} />}>
          <ExportKeys onClose={() => onOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

function OnItsWay({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose} footer={<CancelButton />}>
      <Loading />
    </Dialog>
  )
}
