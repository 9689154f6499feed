import { cutText } from '@twofold/contract/cut-text'
import { Trans, useLingui } from '@lingui/react/macro'
import { addTrust, editTrust, type RefusedExchange, type Trust, workloadLimits } from '@twofold/contract/workload'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { call } from '../lib/call.ts'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { nameOfClaims, outlineOfRules, rulesOfText, textOfRules, trustsKey } from './trusts.ts'

type Issuer = Trust['issuer']

type TrustDialogProps = {
  account: { id: string; name: string }
  issuers: readonly Issuer[]
  audience: string
  /** Absent: a new one is added. */
  trust?: Trust
  /** The run that was refused and that a new rule lets in. */
  refused?: RefusedExchange
  onClose: () => void
}

interface Draft {
  name: string
  issuer: string
  rules: string
  minutes: string
}

/** Claims that a workload needs to act as a service account. */
export function TrustDialog({ account, issuers, audience, trust, refused, onClose }: TrustDialogProps) {
  const { t } = useLingui()
  const accountName = account.name
  const first = trust?.issuer ?? refused?.issuer ?? issuers[0]
  const values: Draft = {
    name: trust?.name ?? (refused ? cutText(nameOfClaims(refused.claims), 100) : ''),
    issuer: first?.id ?? '',
    rules: trust ? textOfRules(trust.rules) : refused ? textOfRules(refused.suggestion) : first ? outlineOfRules[first.kind] : '',
    minutes: String(trust?.minutes ?? workloadLimits.minutes.usual),
  }
  const form = useFormDialog({
    values,
    send: ({ name, issuer, rules, minutes }: Draft) => {
      const body = { name: name.trim(), rules: rulesOfText(rules) ?? {}, minutes: Number(minutes) }
      return trust === undefined
        ? call(addTrust, { params: { id: account.id }, body: { ...body, issuer_id: issuer } })
        : call(editTrust, { params: { id: account.id, trust_id: trust.id }, body })
    },
    failed: t`The rule could not be saved. Please try again.`,
    renews: [trustsKey(account.id)],
    onClose,
  })
  const issuer = form.field('issuer')
  const { least, most } = workloadLimits.minutes
  return (
    <FormDialog
      form={form}
      title={trust === undefined ? t`Add rule` : t`Edit rule`}
      subtitle={t`Runs whose claims match take codes as ${accountName}, without a stored token.`}
      submitLabel={trust === undefined ? t`Add rule` : t`Save changes`}
    >
      <TextField
        label={t`Name`}
        maxLength={100}
        autoComplete="off"
        autoFocus
        {...form.field('name', (name) => (name.trim() === '' ? t`Name is required` : undefined))}
      />
      <Select
        label={t`Issuer`}
        disabled={trust !== undefined || refused !== undefined}
        options={issuers.map(({ id, name }) => ({ value: id, label: name }))}
        {...issuer}
        onChange={(event) => {
          const before = issuers.find(({ id }) => id === form.getValues('issuer'))
          const chosen = issuers.find(({ id }) => id === event.target.value)
          const isUntouched = before !== undefined && form.getValues('rules') === outlineOfRules[before.kind]
          if (chosen && isUntouched) form.setValue('rules', outlineOfRules[chosen.kind])
          return issuer.onChange(event)
        }}
      />
      <TextArea
        label={t`Claims`}
        help={t`One on each line, as claim = value. Lines with the same claim allow any of their values. A * may end ref or environment.`}
        mono
        rows={6}
        autoComplete="off"
        spellCheck={false}
        {...form.field('rules', (rules) => (rulesOfText(rules) === undefined ? t`Enter each line as claim = value` : undefined))}
      />
      <TextField
        label={t`Minutes`}
        help={t`How long an exchanged token opens.`}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('minutes', (text) =>
          /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most ? undefined : t`Enter a number from ${least} to ${most}`,
        )}
      />
      <div className="grid gap-1 text-sm text-text-2">
        <span>
          <Trans>The run asks its issuer for a token with this audience:</Trans>
        </span>
        <code className="font-code text-xs wrap-anywhere">{audience}</code>
      </div>
    </FormDialog>
  )
}
