import { Trans, useLingui } from '@lingui/react/macro'
import type { TokenScope } from '@twofold/contract/tokens'
import type { UseFormReturn } from 'react-hook-form'
import { Checkbox } from '../ui/Checkbox.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { scopeTexts } from './scope-texts.ts'
import type { TokenDraft } from './token-draft.ts'
import { TrustFields } from './TrustFields.tsx'

interface OwnProgramFieldsProps {
  form: UseFormReturn<TokenDraft>
  offered: readonly TokenScope[]
  disabled: boolean
}

/** Whether a program of one's own is an agent, and its scopes. */
export function OwnProgramFields({ form, offered, disabled }: OwnProgramFieldsProps) {
  const { t, i18n } = useLingui()
  const { errors } = form.formState
  const isAgent = form.watch('isAgent')
  const scopes = form.register('scopes', {
    validate: (chosen, draft) => draft.isAgent || chosen.length > 0 || t`Choose at least one permission`,
  })
  const isTrusted = isAgent && form.watch('trustedMinutes') !== ''
  return (
    <>
      <Checkbox
        label={t`For an AI agent`}
        description={t`It lists keys by name and asks for codes. You approve every code on a page of Twofold, whatever the agent says.`}
        disabled={disabled}
        {...form.register('isAgent')}
      />
      {isAgent ? (
        <TrustFields
          minutes={form.register('trustedMinutes')}
          keys={form.register('key_ids', {
            validate: (ids, draft) => !draft.isAgent || draft.trustedMinutes === '' || ids.length > 0 || t`Choose at least one key`,
          })}
          isTrusted={isTrusted}
          disabled={disabled}
          complaint={errors.key_ids?.message}
        />
      ) : (
        <fieldset className="ui-field">
          <legend className="ui-legend">
            <Trans>Permissions</Trans>
          </legend>
          {offered.map((scope) => (
            <Checkbox key={scope} label={i18n._(scopeTexts[scope])} value={scope} disabled={disabled} {...scopes} />
          ))}
          <FailureAlert>{errors.scopes?.message}</FailureAlert>
        </fieldset>
      )}
    </>
  )
}
