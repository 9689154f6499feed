import { Trans, useLingui } from '@lingui/react/macro'
import { groupByFour } from '../lib/group-text.ts'
import { CopyButton } from './CopyButton.tsx'
import { QrCode } from './QrCode.tsx'
import { MachineText } from './MachineText.tsx'

interface SecretPartsProps {
  /** Names the QR code. */
  label: string
  secret: string
  uri: string
  /** The link can be copied, too. */
  hasLink?: boolean
}

/** A key's parameters for another app: to scan, to type, and to copy. */
export function SecretParts({ label, secret, uri, hasLink = false }: SecretPartsProps) {
  const { t } = useLingui()
  return (
    <div className="flex flex-wrap items-start justify-center gap-5">
      <QrCode text={uri} label={label} />
      <div className="grid min-w-0 flex-1 basis-44 gap-3">
        <div>
          <h3 className="text-sm">
            <Trans>Secret</Trans>
          </h3>
          <MachineText as="p" className="secret-text">
            {groupByFour(secret)}
          </MachineText>
        </div>
        <CopyButton text={secret}>{t`Copy secret`}</CopyButton>
        {hasLink && <CopyButton text={uri}>{t`Copy link`}</CopyButton>}
      </div>
    </div>
  )
}
