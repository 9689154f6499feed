import { useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import { addKey } from '@twofold/contract/keys'
import { useAct } from '../kits/use-act.ts'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { randomId } from '../lib/random-id.ts'
import { toast } from '../ui/toast.ts'
import { type AddKeyBody, draftBody, type KeyDraft } from './key-draft.ts'
import { keysQuery } from './keys.ts'

/** Long enough to reach the button in the toast by keyboard. */
const retryToastDuration = 10_000

/** A draft that failed, with the key under which the server may know it already. */
export interface FailedDraft {
  draft: KeyDraft
  sent: { body: AddKeyBody; idempotencyKey: string } | undefined
}

interface AddKeyOptions {
  failed: FailedDraft | undefined
  onAdded: (answer: CallResponse<typeof addKey>) => void
  onFailed: () => void
  /** The person wants the form back as it was. */
  onTryAgain: (failed: FailedDraft) => void
}

/** Adds a key once, however often it is sent: an unanswered request that is sent again unchanged creates nothing twice. */
export function useAddKey({ failed, onAdded, onFailed, onTryAgain }: AddKeyOptions) {
  const { t } = useLingui()
  const add = useAct({
    send: ({ body, idempotencyKey }: { draft: KeyDraft; body: AddKeyBody; idempotencyKey: string }) =>
      call(addKey, { body }, { idempotencyKey }),
    failed: false,
    said: () => t`2FA key added successfully!`,
    renews: [keysQuery.queryKey],
    onAnswer: onAdded,
    onRefused: (error, { draft, body, idempotencyKey }) => {
      onFailed()
      const mayHaveArrived = error instanceof ApiError && error.isOutage
      const again = { draft, sent: mayHaveArrived ? { body, idempotencyKey } : undefined }
      toast.error(failureMessage(error, t`Failed to add 2FA key. Please try again.`), {
        duration: retryToastDuration,
        action: { label: t`Try again`, onPress: () => onTryAgain(again) },
      })
    },
  })
  return {
    isPending: add.isPending,
    submit(draft: KeyDraft) {
      if (add.isPending) return
      const body = draftBody(draft)
      const earlier = JSON.stringify(failed?.sent?.body) === JSON.stringify(body) ? failed?.sent?.idempotencyKey : undefined
      add.mutate({ draft, body, idempotencyKey: earlier ?? randomId() })
    },
  }
}
