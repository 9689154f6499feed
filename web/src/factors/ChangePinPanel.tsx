import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../kits/Loaded.tsx'
import { PageForm } from '../kits/PageForm.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { type Factors, factorsQuery } from './factors.ts'
import { NewPinFields } from './NewPinFields.tsx'
import { PinStanding } from './PinStanding.tsx'
import { useNewPin } from './use-new-pin.ts'

export function ChangePinPanel() {
  const { t } = useLingui()
  return (
    <Panel title={t`Change PIN`}>
      <Loaded of={useQuery(factorsQuery)} failed={t`Couldn’t load your PIN status`}>
        {(factors) => <ChangePinForm factors={factors} />}
      </Loaded>
    </Panel>
  )
}

function ChangePinForm({ factors }: { factors: Factors }) {
  const { t } = useLingui()
  const [isForgotten, setIsForgotten] = useState(false)
  const newPin = useNewPin(factors, () => setIsForgotten(false), { isForgotten })
  const isNew = isForgotten || factors.pin_state === 'none' || factors.pin_state === 'void'
  return (
    <PageForm form={newPin} className="grid max-w-form gap-5" aria-label={t`Change PIN`}>
      <p className="text-text-2">
        <Trans>The PIN is asked for before a secret leaves the vault, and when the vault has locked itself.</Trans>
      </p>
      <PinStanding state={factors.pin_state} />
      <NewPinFields newPin={newPin} />
      <Button type="submit" className="justify-self-start" pending={newPin.isPending} pendingLabel={t`Saving...`}>
        {newPin.proof === 'link' ? <Trans>Send link</Trans> : isNew ? <Trans>Set PIN</Trans> : <Trans>Change PIN</Trans>}
      </Button>
      {newPin.proof === 'pin' && (
        <p className="text-sm">
          <TextButton onPress={() => setIsForgotten(true)}>
            <Trans>Forgot PIN?</Trans>
          </TextButton>
        </p>
      )}
    </PageForm>
  )
}
