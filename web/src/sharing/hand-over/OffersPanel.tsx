import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import { acceptOffer, declineOffer, type Offer } from '@twofold/contract/sharing/hand-over'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { When } from '../../ui/When.tsx'
import { offersQuery, renewedByOffers } from './offers.ts'

/** Keys that others want to hand over to the user, until each is answered. Nothing where there are none. */
export function OffersPanel({ onAnswered }: { onAnswered: () => void }) {
  const offers = useQuery(offersQuery).data?.data ?? []
  if (offers.length === 0) return null
  return (
    <Panel title={<Trans>Offered to you</Trans>}>
      <ul className="divide-y divide-border">
        {offers.map((offer) => (
          <OfferRow key={offer.id} offer={offer} onAnswered={onAnswered} />
        ))}
      </ul>
    </Panel>
  )
}

function OfferRow({ offer, onAnswered }: { offer: Offer; onAnswered: () => void }) {
  const { t } = useLingui()
  const params = { id: offer.id }
  const answer = useAct({
    send: (accept: boolean): Promise<CallResponse<typeof declineOffer>> =>
      accept ? call(acceptOffer, { params }) : call(declineOffer, { params }),
    failed: t`Your answer could not be saved. Please try again.`,
    renews: renewedByOffers,
    onEnd: onAnswered,
  })
  const { name } = offer.key
  const by = offer.offered_by.name
  const waiting = (accept: boolean) => answer.isPending && answer.variables === accept
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-text-2 wrap-anywhere">
          <Trans>
            <bdi>{by}</bdi> wants to hand this key over to you. You would own it: you may share and delete it.
          </Trans>{' '}
          <Trans>
            Open until <When at={offer.expires_at} />
          </Trans>
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          onPress={() => answer.mutate(false)}
          pending={waiting(false)}
          {...(waiting(true) && { disabledReason: t`Please wait.` })}
        >
          <Trans>
            Decline <span className="sr-only">{name}</span>
          </Trans>
        </Button>
        <Button
          size="sm"
          variant="primary"
          onPress={() => answer.mutate(true)}
          pending={waiting(true)}
          {...(waiting(false) && { disabledReason: t`Please wait.` })}
        >
          <Trans>
            Accept <span className="sr-only">{name}</span>
          </Trans>
        </Button>
      </div>
    </li>
  )
}
