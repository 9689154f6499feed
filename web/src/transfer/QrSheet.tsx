import { cutText } from '@twofold/contract/cut-text'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatOtpauth, type KeyParameters, otpauthDefaults, parseOtpauth } from '@twofold/contract/otpauth'
import { Printer } from '../ui/icons/Printer.ts'
import { X } from '../ui/icons/X.ts'
import { memo, useEffect, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { groupByFour } from '../lib/group-text.ts'
import { Button } from '../ui/Button.tsx'
import { Dotted } from '../ui/Dotted.tsx'
import { Overlay } from '../ui/Overlay.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { At } from '../ui/At.tsx'
import type { WrittenKey } from './formats/twofold.ts'
import { MachineText } from '../ui/MachineText.tsx'

interface QrSheetProps {
  keys: readonly WrittenKey[]
  exportedAt: string
  owner: string
  onClose: () => void
}

/** Codes drawn at a time, so that the page stays quick while it draws thousands. */
const batch = 20

/** A sheet with a QR code for each key, to be printed. Its secrets are nowhere but in this page, and gone when it is closed. */
export function QrSheet({ keys, exportedAt, owner, onClose }: QrSheetProps) {
  const { t } = useLingui()
  const drawn = useGrowing(keys.length)
  return (
    <Overlay onClose={onClose} scrimClassName="fixed inset-0 z-50 overflow-y-auto bg-canvas" placeClassName="" className="outline-none">
      {/* Printed, it stands beside the paper instead of being gone: the button that prints keeps the focus. */}
      <div className="sticky top-0 z-1 flex flex-wrap items-center gap-3 border-b border-border bg-raised px-5 py-3 print:absolute print:-start-400">
        <Heading slot="title" level={2} className="flex-auto text-xl max-sm:basis-full">
          <Trans>QR codes to print</Trans>
        </Heading>
        <Button icon={X} onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button
          variant="primary"
          icon={Printer}
          autoFocus
          onPress={() => window.print()}
          disabledReason={drawn < keys.length ? t`Drawing: ${drawn} of ${keys.length}` : undefined}
        >
          <Trans>Print</Trans>
        </Button>
      </div>
      {/* Paper is light in either scheme. */}
      <div className="mx-auto my-6 w-[min(52rem,100%-2rem)] rounded-md border border-border bg-[#fff] p-8 text-[#000] shadow-2 scheme-light forced-color-adjust-none max-sm:p-4 print:m-0 print:w-auto print:border-0 print:p-0 print:shadow-none">
        <div className="grid gap-1 pb-4 text-sm wrap-anywhere">
          <p className="text-lg font-bold">
            <Plural value={keys.length} one="# key from Twofold" other="# keys from Twofold" />
          </p>
          <p>
            {owner}, <At time={exportedAt} />
          </p>
          <p>
            <Trans>
              Anyone who has this sheet can make your codes. Lock it away, and destroy it when it is no longer needed. Most authenticator
              apps can scan the codes.
            </Trans>
          </p>
        </div>
        <ul
          className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-4 print:grid-cols-3 print:gap-[4mm]"
          aria-label={t`Keys`}
        >
          {keys.slice(0, drawn).map((key, index) => (
            // The list never changes, and two keys may be alike.
            // oxlint-disable-next-line react/no-array-index-key
            <SheetKey key={index} {...key} />
          ))}
        </ul>
      </div>
    </Overlay>
  )
}

const SheetKey = memo(function SheetKey({ name, uri }: WrittenKey) {
  const { t } = useLingui()
  const read = parseOtpauth(uri)
  const parameters = read.ok ? read.parameters : undefined
  const details = [parameters?.issuer, parameters?.account].filter((text) => text !== undefined && text !== name)
  return (
    <li className="grid break-inside-avoid content-start justify-items-center gap-0.5 rounded-md border border-[#bbb] p-3 text-center text-xs wrap-anywhere [print-color-adjust:exact] [&>svg]:w-44 [&>svg]:max-w-full print:[&>svg]:w-[42mm]">
      <QrCode text={parameters ? drawable(uri, parameters) : uri} label={t`QR code of ${name}`} />
      <p className="text-md font-bold">{name}</p>
      {details.length > 0 && (
        <p>
          <Dotted names={details} />
        </p>
      )}
      {parameters && (
        <>
          <Settings {...parameters} />
          <MachineText as="p" className="font-code [word-spacing:-0.2em]">
            {groupByFour(parameters.secret)}
          </MachineText>
        </>
      )}
    </li>
  )
})

/** Characters that go into a code, with room to spare. */
const mostInCode = 2000

/** Names decide no code: very long ones are left away, since no QR code could hold them. */
function drawable(uri: string, { issuer = '', account: _account, ...parameters }: KeyParameters): string {
  return uri.length <= mostInCode ? uri : formatOtpauth({ ...parameters, issuer: cutText(issuer, 40) })
}

/** Parameters to type in addition to the secret, unless they are the defaults. */
function Settings({ kind, algorithm, digits, period, counter }: KeyParameters) {
  const { t } = useLingui()
  const unusual = [
    kind === 'hotp' && t`HOTP, counter ${counter ?? 0}`,
    kind === 'steam' && 'Steam',
    kind !== 'steam' && algorithm !== otpauthDefaults.algorithm && algorithm,
    kind !== 'steam' && digits !== otpauthDefaults.digits && t`${digits} digits`,
    period !== null && period !== otpauthDefaults.period && t`${period} s`,
  ].filter((text) => text !== false)
  return unusual.length > 0 && <p>{unusual.join(', ')}</p>
}

/** Counts up to `total`, some at a time, with room for everything else in between. */
function useGrowing(total: number): number {
  const [count, setCount] = useState(Math.min(batch, total))
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => setCount(Math.min(total, count + batch)))
    return () => clearTimeout(timer)
  }, [count, total])
  return count
}
