import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from '../ui/icons/Download.ts'
import { Printer } from '../ui/icons/Printer.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DoneDialog } from '../ui/DoneDialog.tsx'
import { MachineText } from '../ui/MachineText.tsx'

/** The codes, in the one moment in which they can be seen. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useLingui()
  useUnsavedChanges(true, { isShownOnce: true })
  const text = codes.join('\n')
  function download() {
    const address = URL.createObjectURL(new Blob([`${window.location.host}\n\n${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'twofold-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <DoneDialog
      title={t`Your recovery codes`}
      subtitle={t`Each code works once: to sign in if you lose your device, or to set a new PIN.`}
      onClose={onClose}
      doneLabel={<Trans>I have stored them</Trans>}
    >
      <Alert type="warning" title={t`These are shown only once`}>
        <Trans>Keep them where you can reach them without this vault.</Trans>
      </Alert>
      <ol className="grid gap-x-6 gap-y-2 rounded-md bg-sunken p-4" aria-label={t`Recovery codes`}>
        {codes.map((code, index) => (
          <li
            key={code}
            data-number={index + 1}
            className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-baseline before:text-xs before:text-text-3 before:tabular-nums before:content-[attr(data-number)]"
          >
            <MachineText className="wrap-anywhere select-all">{code}</MachineText>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text}>{t`Copy all`}</CopyButton>
        <Button size="sm" icon={Download} onPress={download}>
          <Trans>Download</Trans>
        </Button>
        <Button size="sm" icon={Printer} onPress={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
      </div>
    </DoneDialog>
  )
}
