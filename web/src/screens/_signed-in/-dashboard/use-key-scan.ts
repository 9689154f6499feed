import { useLingui } from '@lingui/react/macro'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { useRef, useState } from 'react'
import { pasteFailureText } from '../../../keys/link-failure.ts'
import { linksOfKeys, readScannedText, type ScannedText } from '../../../keys/scanned-text.ts'
import type { IncomingPicture, TextSource } from '../../../scanner/ScannerDialog.tsx'
import { isMigrationLink, readMigrationLink } from '../../../transfer/entries/otpauth-migration.ts'
import { collectPart, type CollectedParts, isComplete } from '../../../transfer/migration-parts.ts'
import type { Gathered, UnfinishedExport } from '../../../transfer/read-sources.ts'
import type { ImportBeginning } from '../../../transfer/use-import.ts'
import { toast } from '../../../ui/toast.ts'

const withExport = (others: Gathered | undefined, parts: CollectedParts | undefined): Gathered => ({
  formats: [...new Set([...(others?.formats ?? []), 'Google Authenticator' as const])],
  entries: others?.entries ?? [],
  exports: [...(others?.exports ?? []), ...(parts ? [parts] : [])],
})

interface KeyScanOptions {
  onFound: (parameters: KeyParameters, from: TextSource) => void
  /** Codes of another application's export were scanned. The scan is to be ended. */
  onImport: (beginning: ImportBeginning) => void
}

/** A scan, from its beginning to a key or to an import. */
export function useKeyScan({ onFound, onImport }: KeyScanOptions) {
  const { t } = useLingui()
  const refusalText = useRefusalText()
  const [scan, setScan] = useState<{ picture?: IncomingPicture }>()
  const [parts, setParts] = useState<CollectedParts>()
  // Two codes may come before anything is drawn.
  const collected = useRef<CollectedParts>(undefined)
  /** An import's results before it switched to the camera. */
  const others = useRef<Gathered>(undefined)

  function collect(next: CollectedParts | undefined) {
    collected.current = next
    setParts(next)
  }

  function end() {
    setScan(undefined)
    collect(undefined)
    others.current = undefined
  }

  /** A scan from an import returns to it with all results. */
  function leave() {
    if (others.current) onImport({ gathered: withExport(others.current, collected.current) })
    else end()
  }

  const done = (from: TextSource) => toast.success(from === 'paste' ? t`Link pasted` : t`QR code scanned successfully!`)

  /** Answers why none of the texts is of use, or undefined. */
  function take(texts: string[], from: TextSource): string | undefined {
    const links = texts.filter(isMigrationLink)
    if (links.length > 0) return takeExport(links, from)
    const read = texts.map(readScannedText)
    const found = read.find((text) => text.ok)
    if (!found) return refusalText(read, from)
    // Which of several keys in a picture was meant is for the person to say.
    const keys = linksOfKeys(texts)
    if (keys.length > 1) onImport({ text: keys.join('\n') })
    else onFound(found.parameters, from)
    end()
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
      onImport({ gathered: withExport(others.current, all) })
      done(from)
    } else {
      // A part that was pasted as text needs the scanner for the others.
      setScan((open) => open ?? {})
      collect(all)
    }
    return undefined
  }

  return {
    /** Undefined: none is open. */
    scan,
    /** Parts of an export with several codes. */
    parts,
    begin: (picture?: IncomingPicture) => setScan(picture ? { picture } : {}),
    /** With the earlier results of an import. */
    goOn(found: UnfinishedExport | undefined) {
      collect(found?.parts)
      others.current = found?.others
      setScan({})
    },
    take,
    leave,
    end,
  }
}

/** Why there is no key in any of the texts. */
function useRefusalText() {
  const { t } = useLingui()
  return (read: readonly ScannedText[], from: TextSource): string => {
    if (from === 'paste') return pasteFailureText(read[0])
    const isUnreadable = read.some((text) => !text.ok && text.failure === 'unreadable')
    return isUnreadable ? t`Failed to parse QR code. Please try again.` : t`Invalid QR code format. Please scan a valid 2FA QR code.`
  }
}
