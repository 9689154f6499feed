import { Trans, useLingui } from '@lingui/react/macro'
import { groupByFour } from '../lib/group-text.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { MachineText } from '../ui/MachineText.tsx'

/** What another app needs to make the codes of a key: to scan, to type, and to copy. */
export function SecretParts({ name, secret, uri }: { name: string; secret: string; uri: string }) {
  const { t } = useLingui()
  return (
    <div className="flex flex-wrap items-start justify-center gap-5">
      <QrCode text={uri} label={t`QR code for ${name}`} />
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
        <CopyButton text={uri}>{t`Copy link`}</CopyButton>
      </div>
    </div>
  )
}
