import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { type Factors, factorsQuery } from './factors.ts'
import { NewPinFields } from './NewPinFields.tsx'
import { PinStanding } from './PinStanding.tsx'
import { useNewPin } from './use-new-pin.ts'

export function ChangePinPanel() {
  const { t } = useLingui()
  const { data: factors, error, refetch, isFetching } = useQuery(factorsQuery)
  return (
    <Panel title={t`Change PIN`}>
      {factors && <ChangePinForm factors={factors} />}
      {!factors && error && (
        <ErrorState level={3} title={t`How your PIN stands could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      )}
      {!factors && !error && <Loading />}
    </Panel>
  )
}

function ChangePinForm({ factors }: { factors: Factors }) {
  const { t } = useLingui()
  const newPin = useNewPin(factors, () => {})
  return (
    <form noValidate className="grid max-w-form gap-5" aria-label={t`Change PIN`} onSubmit={newPin.submit}>
      <p className="text-text-2">
        <Trans>The PIN is asked for before a secret leaves the vault, and when the vault has locked itself.</Trans>
      </p>
      <PinStanding state={factors.pin_state} />
      <NewPinFields newPin={newPin} />
      <Button type="submit" className="justify-self-start" pending={newPin.isPending} pendingLabel={t`Saving...`}>
        {factors.pin_state === 'none' || factors.pin_state === 'void' ? <Trans>Set PIN</Trans> : <Trans>Change PIN</Trans>}
      </Button>
    </form>
  )
}
