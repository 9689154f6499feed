import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { withdrawOffer } from '@twofold/contract/sharing/hand-over'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { When } from '../../ui/When.tsx'
import { offerQuery, renewedByOffers } from './offers.ts'

/** The recipient of a key's offer, with a way to withdraw it. Renders nothing without an offer. */
export function PendingOffer({ keyId }: { keyId: string }) {
  const { t } = useLingui()
  const offer = useQuery(offerQuery(keyId)).data?.offer
  const withdraw = useAct({
    send: () => call(withdrawOffer, { params: { id: keyId } }),
    failed: t`The offer could not be withdrawn. Please try again.`,
    renews: renewedByOffers,
  })
  if (!offer) return null
  const { email } = offer
  return (
    <Alert
      type="info"
      title={t`Offered to ${email}`}
      actions={
        <Button size="sm" onPress={() => withdraw.mutate()} pending={withdraw.isPending} pendingLabel={t`Withdrawing...`}>
          <Trans>Withdraw offer</Trans>
        </Button>
      }
    >
      <Trans>
        The key stays yours until they accept. Open until <When at={offer.expires_at} />
      </Trans>
    </Alert>
  )
}
