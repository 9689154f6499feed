import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { transferKey } from '@twofold/contract/sharing'
import { useState } from 'react'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { toast } from '../ui/toast.ts'
import { sharesQuery } from './shares.ts'

interface HandOverDialogProps {
  item: { id: string; name: string }
  onClose: () => void
  onHandedOver: () => void
}

/** Gives an own key to one of those who have it: it is theirs from then on, and everybody keeps it. */
export function HandOverDialog({ item: { id, name }, onClose, onHandedOver }: HandOverDialogProps) {
  const { t } = useLingui()
  const [email, setEmail] = useState<string>()
  const shares = useQuery(sharesQuery(id))
  const people = shares.data?.data.filter((share) => share.email !== null && !share.is_expired) ?? []
  const handOver = useMutation({
    mutationFn: (to: string) => call(transferKey, { params: { id }, body: { email: to } }),
    onSuccess: ({ message }) => {
      toast.success(message, { duration: 3000 })
      onClose()
      onHandedOver()
    },
  })
  return (
    <Dialog
      title={t`Hand over ${name}`}
      subtitle={t`It is theirs from then on: they may share and delete it.`}
      size="sm"
      onClose={onClose}
      pending={handOver.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (email !== undefined && !handOver.isPending) handOver.mutate(email)
      }}
      footer={
        <>
          <Button onPress={onClose} {...(handOver.isPending && { disabledReason: t`Please wait.` })}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={handOver.isPending}
            pendingLabel={t`Handing over...`}
            disabledReason={email === undefined ? t`Choose who gets the key.` : undefined}
          >
            <Trans>Hand over</Trans>
          </Button>
        </>
      }
    >
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
          <Trans>Nobody has this key by their own address. Share it with somebody first.</Trans>
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
        <Alert type="error" title={t`The key could not be handed over`} announce>
          {failureMessage(handOver.error, handOver.error.message)}
        </Alert>
      )}
    </Dialog>
  )
}
