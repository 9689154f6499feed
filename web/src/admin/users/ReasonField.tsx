import { Trans } from '@lingui/react/macro'
import { TextField } from '../../ui/TextField.tsx'

export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <TextField
      label={<Trans>Reason</Trans>}
      note={<Trans>Optional</Trans>}
      help={<Trans>They read it in the e-mail about it.</Trans>}
      value={value}
      maxLength={200}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
