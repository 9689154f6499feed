import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { transferKey } from '@twofold/contract/sharing'
import { useState } from 'react'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { toast } from '../ui/toast.ts'
import { useReloadOffers } from './offers.ts'
import { PendingOffer } from './PendingOffer.tsx'
import { sharesQuery } from './shares.ts'

interface HandOverDialogProps {
  item: { id: string; name: string }
  onClose: () => void
}

/** Offers an own key to one of those who have it: it is theirs once they accept, and everybody keeps it. */
export function HandOverDialog({ item: { id, name }, onClose }: HandOverDialogProps) {
  const { t } = useLingui()
  const [email, setEmail] = useState<string>()
  const reload = useReloadOffers()
  const shares = useQuery(sharesQuery(id))
  const people = shares.data?.data.filter((share) => share.email !== null && !share.is_expired) ?? []
  const handOver = useMutation({
    mutationFn: (to: string) => call(transferKey, { params: { id }, body: { email: to } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await reload()
    },
  })
  return (
    <Dialog
      title={t`Hand over ${name}`}
      subtitle={t`It is theirs once they accept: they may share and delete it then.`}
      size="sm"
      onClose={onClose}
      pending={handOver.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (email !== undefined && !handOver.isPending) handOver.mutate(email)
      }}
      footer={
        <>
          <CancelButton />
          <Button
            type="submit"
            variant="primary"
            pending={handOver.isPending}
            pendingLabel={t`Offering...`}
            disabledReason={email === undefined ? t`Choose who you offer the key to.` : undefined}
          >
            <Trans>Offer key</Trans>
          </Button>
        </>
      }
    >
      <PendingOffer keyId={id} />
      {shares.isPending && <Loading />}
      {shares.isError && (
        <ErrorState
          level={3}
          title={t`Who has this key could not be loaded`}
          onRetry={() => void shares.refetch()}
          retrying={shares.isFetching}
        >
          {failureMessage(shares.error, shares.error.message)}
        </ErrorState>
      )}
      {shares.isSuccess && people.length === 0 && (
        <p className="text-text-2">
          <Trans>Share this key with someone before transferring it.</Trans>
        </p>
      )}
      {people.length > 0 && (
        <RadioCards
          label={t`New owner`}
          value={email ?? ''}
          onChange={({ target }) => setEmail(target.value)}
          options={people.map((share) => ({
            value: share.email ?? '',
            label: share.name ?? share.email,
            ...(share.name !== null && { description: share.email }),
          }))}
        />
      )}
      {handOver.isError && (
        <Alert type="error" title={t`The key could not be offered`} announce>
          {failureMessage(handOver.error, handOver.error.message)}
        </Alert>
      )}
    </Dialog>
  )
}
