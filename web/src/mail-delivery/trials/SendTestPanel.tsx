import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { SampleData } from '@twofold/contract/mail-design/template-fields'
import { type TestBody, testTemplate } from '@twofold/contract/mail-delivery/template-trials'
import type { Template } from '@twofold/contract/mail-design/templates'
import { useAct } from '../../kits/use-act.ts'
import { ListPlus } from '../../ui/icons/ListPlus.ts'
import { Send } from '../../ui/icons/Send.ts'
import { type Ref, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { useMailStatusLabels } from '../../lib/use-mail-labels.ts'
import { longToast } from '../../ui/toast-options.ts'
import { AddressField } from './AddressField.tsx'
import { templatesKey } from '../../lib/templates-key.ts'
import { providersQuery } from '../providers/providers.ts'
import { rememberAddress } from './test-addresses.ts'

/** Milliseconds after which the address makes room for the next one. */
const clearsAfter = 2000

/** Sends the stored template: at once with its outcome, or through the queue like every other e-mail. */
export function SendTestPanel({ template, data, field }: { template: Template; data: SampleData; field: Ref<HTMLInputElement> }) {
  const { t } = useLingui()
  const [address, setAddress] = useState('')
  const [language, setLanguage] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const provider = useProviderName(template)
  const failed = (reason: string) => t`Failed to send test email: ${reason}`
  const send = useAct({
    send: (method: TestBody['send_method']) =>
      call(testTemplate, {
        params: { id: template.slug },
        body: { test_email: address.trim(), send_method: method, data, ...(language && { language }) },
      }),
    failed,
    said: ({ success, message }) => (success ? message : { message: failed(message), type: 'error' }),
    renews: [[...templatesKey, template.slug, 'logs']],
    ...longToast,
    onAnswer({ success }) {
      rememberAddress(address.trim())
      if (success) timer.current = setTimeout(() => setAddress(''), clearsAfter)
    },
  })
  const complaint = send.error instanceof ApiError ? send.error.errors['test_email']?.[0] : undefined
  const blocked =
    address.trim() === ''
      ? t`Please enter an address first.`
      : send.isPending
        ? t`Please wait.`
        : provider.isMissing
          ? t`No e-mail provider is active. Please add one first.`
          : undefined
  const buttonFor = (method: TestBody['send_method']) => ({
    pending: send.isPending && send.variables === method,
    disabledReason: blocked,
    onPress: () => send.mutate(method),
  })
  return (
    <Panel title={t`Send Test Email`}>
      <div className="grid gap-4">
        <AddressField
          ref={field}
          value={address}
          onChange={(value) => {
            clearTimeout(timer.current)
            setAddress(value)
          }}
          error={complaint}
        />
        {template.languages.length > 0 && (
          <Select
            label={t`Language`}
            value={language}
            onChange={({ target }) => setLanguage(target.value)}
            options={[{ value: '', label: t`Template itself` }, ...template.languages.map((value) => ({ value, label: value }))]}
          />
        )}
        {/* As wide as one another: side by side, or one below the other where the column is narrow; of two lines where German has no room for one. */}
        <div className="flex flex-wrap gap-2 *:max-w-80 *:min-w-0 *:flex-[1_1_9.5rem] *:whitespace-normal">
          <Button variant="primary" icon={Send} {...buttonFor('sync')}>
            <Trans>Send Now</Trans>
          </Button>
          <Button icon={ListPlus} {...buttonFor('queue')}>
            <Trans>Send via Queue</Trans>
          </Button>
        </div>
        {provider.name !== undefined && (
          <p className="text-sm text-text-2">
            <Trans>Sent by {provider.name}.</Trans>
          </p>
        )}
        {send.data && <SendOutcome outcome={send.data} />}
      </div>
    </Panel>
  )
}

function SendOutcome({ outcome }: { outcome: CallResponse<typeof testTemplate> }) {
  const { t } = useLingui()
  const labels = useMailStatusLabels()
  const via = outcome.provider
  return (
    <Alert type={outcome.success ? 'success' : 'error'} title={outcome.message}>
      <p>
        {via ? t`Provider: ${via}` : t`Not sent yet.`} · {labels[outcome.status]} ·{' '}
        {outcome.send_method === 'sync' ? t`Sent at once` : t`Sent by the queue`}
      </p>
    </Alert>
  )
}

/** The provider that would send it: the template's own, else the default one, else the first active one. */
function useProviderName(template: Template): { name: string | undefined; isMissing: boolean } {
  const { data: providers } = useQuery(providersQuery)
  if (template.provider) return { name: template.provider.name, isMissing: false }
  const active = providers?.filter((one) => one.is_active)
  const chosen = active?.find((one) => one.is_default) ?? active?.[0]
  return { name: chosen?.name, isMissing: active?.length === 0 }
}
