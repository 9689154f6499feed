import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listKeys } from '@twofold/contract/keys'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Loaded } from '../kits/Loaded.tsx'
import { queryOf } from '../lib/query-of.ts'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Select } from '../ui/Select.tsx'

interface TrustFieldsProps {
  minutes: UseFormRegisterReturn<'trustedMinutes'>
  keys: UseFormRegisterReturn<'key_ids'>
  isTrusted: boolean
  disabled: boolean
  complaint: string | undefined
}

/** Period in which an agent takes codes without asking, and the keys that this is limited to. */
export function TrustFields({ minutes, keys, isTrusted, disabled, complaint }: TrustFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <Select
        label={t`Ask for every code`}
        disabled={disabled}
        options={[
          { value: '', label: t`Always` },
          { value: '15', label: t`Not for the first 15 minutes` },
          { value: '30', label: t`Not for the first 30 minutes` },
          { value: '60', label: t`Not for the first hour` },
        ]}
        {...minutes}
      />
      {isTrusted && <TrustedKeys {...{ keys, disabled, complaint }} />}
    </>
  )
}

function TrustedKeys({ keys, disabled, complaint }: Pick<TrustFieldsProps, 'keys' | 'disabled' | 'complaint'>) {
  const { t } = useLingui()
  const asked = useQuery(queryOf(['keys'], listKeys))
  return (
    <fieldset className="ui-field">
      <legend className="ui-legend">
        <Trans>Keys that the agent gets codes of</Trans>
      </legend>
      <Loaded of={asked} failed={t`Your keys could not be loaded`}>
        {({ own_keys: own, shared_keys: shared }) => (
          <div className="max-h-60 overflow-y-auto">
            {[...own, ...shared].map(({ id, name }) => (
              <Checkbox key={id} label={name} value={id} disabled={disabled} {...keys} />
            ))}
          </div>
        )}
      </Loaded>
      <FailureAlert>{complaint}</FailureAlert>
    </fieldset>
  )
}
