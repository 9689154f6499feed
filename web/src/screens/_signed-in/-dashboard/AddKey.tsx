import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PreviewCode } from '../../../codes/PreviewCode.tsx'
import { AddKeyFlow } from '../../../keys/AddKeyFlow.tsx'
import { findDuplicate } from '../../../keys/duplicates.ts'
import { keysQuery } from '../../../keys/keys.ts'
import { readScannedText } from '../../../keys/scanned-text.ts'
import type { IncomingPicture } from '../../../scanner/ScannerDialog.tsx'
import { collectPart, type CollectedParts, entriesOf, isComplete } from '../../../transfer/migration-parts.ts'
import { isMigrationLink, type MigrationEntry, readMigrationLink } from '../../../transfer/otpauth-migration.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { toast } from '../../../ui/toast.ts'

/** What was pasted or dropped on the page. */
export type Incoming = { picture: IncomingPicture } | { text: string }

interface AddKeyProps {
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  /** Each new one starts a scan. */
  incoming: Incoming | undefined
  /** Whether the scanner or what follows it is on the screen. */
  onScanningChange: (isScanning: boolean) => void
  onProvisioned: () => void
}

const ScannerDialog = lazy(() => import('../../../scanner/ScannerDialog.tsx').then((module) => ({ default: module.ScannerDialog })))
const ReviewExportDialog = lazy(() =>
  import('../../../transfer/ReviewExportDialog.tsx').then((module) => ({ default: module.ReviewExportDialog })),
)

/** Adds keys by form or scan. A scan fills the form; one of another application's export leads to a review of all that is in it. */
export function AddKey({ isOpen, onOpenChange, incoming, onScanningChange, onProvisioned }: AddKeyProps) {
  const { t } = useLingui()
  const [scan, setScan] = useState<{ picture?: IncomingPicture }>()
  const [scanned, setScanned] = useState<KeyParameters>()
  const [parts, setParts] = useState<CollectedParts>()
  const [review, setReview] = useState<MigrationEntry[]>()
  // Two codes may come before anything is drawn.
  const collected = useRef<CollectedParts>(undefined)

  function collect(next: CollectedParts | undefined) {
    collected.current = next
    setParts(next)
  }

  function endScan() {
    setScan(undefined)
    collect(undefined)
  }

  /** Answers why none of the texts is of use, or undefined. */
  function take(texts: string[]): string | undefined {
    const links = texts.filter(isMigrationLink)
    if (links.length > 0) return takeExport(links)
    const read = texts.map(readScannedText)
    const found = read.find((text) => text.ok)
    if (!found) {
      const isUnreadable = read.some((text) => !text.ok && text.failure === 'unreadable')
      return isUnreadable ? t`Failed to parse QR code. Please try again.` : t`Invalid QR code format. Please scan a valid 2FA QR code.`
    }
    endScan()
    setScanned(found.parameters)
    onOpenChange(true)
    toast.success(t`QR code scanned successfully!`)
    return undefined
  }

  function takeExport(links: string[]): string | undefined {
    const read = links.map(readMigrationLink).filter((part) => part !== undefined)
    if (read.length === 0) return t`Failed to parse QR code. Please try again.`
    const all = read.reduce<CollectedParts | undefined>(collectPart, collected.current)
    if (!all) return undefined
    if (!isComplete(all)) {
      // A part that was pasted as text needs the scanner for the others.
      setScan((open) => open ?? {})
      collect(all)
      return undefined
    }
    endScan()
    onOpenChange(false)
    setReview(entriesOf(all))
    toast.success(t`QR code scanned successfully!`)
    return undefined
  }

  const ownKeys = useQuery({ ...keysQuery, enabled: false }).data?.own_keys ?? []
  const isThere = ({ issuer = '', account = '' }: KeyParameters) =>
    findDuplicate(ownKeys, { name: issuer || account, issuer, account }) !== undefined

  const begin = useEffectEvent((incoming: Incoming) => {
    if ('picture' in incoming) return setScan({ picture: incoming.picture })
    const refusal = take([incoming.text])
    if (refusal !== undefined) toast.error(refusal)
  })
  useEffect(() => {
    if (incoming) begin(incoming)
  }, [incoming])

  const isScanning = scan !== undefined || review !== undefined
  const tellScanning = useEffectEvent(onScanningChange)
  useEffect(() => tellScanning(isScanning), [isScanning])

  return (
    <>
      <AddKeyFlow
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (!open) setScanned(undefined)
          onOpenChange(open)
        }}
        scanned={scanned}
        onScan={() => setScan({})}
        code={(parameters) => <PreviewCode parameters={parameters} />}
        onProvisioned={onProvisioned}
      />
      {scan && (
        <Suspense fallback={<ScannerOnItsWay onClose={endScan} />}>
          <ScannerDialog picture={scan.picture} onTexts={take} onClose={endScan}>
            {parts && <PartsSoFar parts={parts} />}
          </ScannerDialog>
        </Suspense>
      )}
      {review && (
        <Suspense>
          <ReviewExportDialog
            entries={review}
            isThere={isThere}
            code={(parameters) => <PreviewCode parameters={parameters} />}
            onClose={() => setReview(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function PartsSoFar({ parts }: { parts: CollectedParts }) {
  const { t } = useLingui()
  const { size, entries } = parts
  const found = entries.size
  const next = Array.from({ length: size }, (_, index) => index + 1).find((number) => !entries.has(number - 1)) ?? 1
  return (
    <Alert type="info" title={t`${found} of ${size} QR codes scanned`} announce>
      <Trans>
        This export takes several QR codes. Show part {next} of {size} now.
      </Trans>{' '}
      <Plural value={entriesOf(parts).length} one="# key found so far." other="# keys found so far." />
    </Alert>
  )
}

function ScannerOnItsWay({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      title={t`Scan QR Code`}
      onClose={onClose}
      footer={
        <Button onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <Loading />
    </Dialog>
  )
}
