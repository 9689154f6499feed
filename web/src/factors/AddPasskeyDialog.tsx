import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { namesIn } from '@twofold/contract/browser-names'
import { renamePasskeyBody } from '@twofold/contract/factors'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { translateDevice } from '../lib/server-texts.ts'
import { TextField } from '../ui/TextField.tsx'
import { factorsQuery } from './factors.ts'
import { makePasskey } from './make-passkey.ts'

interface AddPasskeyDialogProps {
  onClose: () => void
  /** With recovery codes, if there were none. */
  onDone: (codes: string[] | undefined) => void
}

/** As the list of sessions names this browser. A second passkey of it, such as a security key, is "Firefox on Linux 2". */
function proposedName(taken: readonly string[]): string {
  const { browser, system } = namesIn(navigator.userAgent)
  if (browser === undefined || system === undefined) return ''
  const name = translateDevice(`${browser} on ${system}`)
  let free = name
  for (let number = 2; taken.includes(free); number += 1) free = `${name} ${number}`
  return free
}

export function AddPasskeyDialog({ onClose, onDone }: AddPasskeyDialogProps) {
  const { t } = useLingui()
  const { data: factors } = useQuery(factorsQuery)
  const form = useFormDialog({
    values: { name: proposedName(factors?.passkeys.map(({ name }) => name) ?? []) },
    // A name alone: the rest of the call comes from server and browser.
    rules: schemaResolver(renamePasskeyBody),
    send: ({ name }) => makePasskey(name),
    failed: t`The passkey could not be added. Please try again.`,
    renews: [factorsQuery.queryKey],
    duration: 3000,
    onDone: ({ recovery_codes: codes }) => onDone(codes),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t`Add a passkey`}
      subtitle={t`Your browser asks you next where to keep it.`}
      size="sm"
      submitLabel={<Trans>Continue</Trans>}
      pendingLabel={t`Waiting for your device...`}
    >
      <TextField
        label={t`Name`}
        help={t`Such as the device that it is on.`}
        maxLength={60}
        readOnly={form.isPending}
        // Typing replaces the proposed name.
        onFocus={(event) => event.target.select()}
        {...form.field('name')}
      />
    </FormDialog>
  )
}
