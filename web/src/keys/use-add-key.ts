import { useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import { addKey } from '@twofold/contract/keys'
import { useAct } from '../kits/use-act.ts'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { toast } from '../ui/toast.ts'
import { draftBody, type KeyDraft } from './key-draft.ts'
import { keysQuery } from './keys.ts'

/** Long enough to reach the button in the toast by keyboard. */
const retryToastDuration = 10_000

interface AddKeyOptions {
  onAdded: (answer: CallResponse<typeof addKey>) => void
  onFailed: () => void
  /** The person wants the form back as it was. */
  onTryAgain: (failed: KeyDraft) => void
}

export function useAddKey({ onAdded, onFailed, onTryAgain }: AddKeyOptions) {
  const { t } = useLingui()
  const add = useAct({
    send: (draft: KeyDraft) => call(addKey, { body: draftBody(draft) }),
    failed: false,
    said: () => t`2FA key added successfully!`,
    renews: [keysQuery.queryKey],
    onAnswer: onAdded,
    onRefused: (error, draft) => {
      onFailed()
      toast.error(failureMessage(error, t`Failed to add 2FA key. Please try again.`), {
        duration: retryToastDuration,
        action: { label: t`Try again`, onPress: () => onTryAgain(draft) },
      })
    },
  })
  return {
    isPending: add.isPending,
    submit(draft: KeyDraft) {
      if (!add.isPending) add.mutate(draft)
    },
  }
}
