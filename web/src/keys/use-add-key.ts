import { useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import { addKey } from '@twofold/contract/keys'
import { useAct } from '../kits/use-act.ts'
import { useIsHere } from '../kits/use-is-here.ts'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { draftBody, type KeyDraft } from './key-draft.ts'
import { keysQuery } from './keys.ts'

interface AddKeyOptions {
  onAdded: (answer: CallResponse<typeof addKey>, draft: KeyDraft) => void
  onFailed: (message: string, draft: KeyDraft) => void
  onClose: () => void
}

export function useAddKey({ onAdded, onFailed, onClose }: AddKeyOptions) {
  const { t } = useLingui()
  const isHere = useIsHere()
  const add = useAct({
    send: (draft: KeyDraft) => call(addKey, { body: draftBody(draft) }),
    failed: false,
    said: () => t`2FA key added successfully!`,
    renews: [keysQuery.queryKey],
    closes: onClose,
    onAnswer: onAdded,
    onRefused: (error, draft) => {
      if (isHere()) onClose()
      onFailed(failureMessage(error, t`Failed to add 2FA key. Please try again.`), draft)
    },
  })
  return {
    isPending: add.isPending,
    submit(draft: KeyDraft) {
      if (!add.isPending) add.mutate(draft)
    },
  }
}
