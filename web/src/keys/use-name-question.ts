import { useState } from 'react'
import type { KeyDraft } from './key-draft.ts'
import { nameFieldLabel, suspiciousFields } from './key-names.ts'

/** Sends a draft, and asks first where something that looks like a secret would be stored as a name. */
export function useNameQuestion(send: (draft: KeyDraft) => void) {
  const [asked, setAsked] = useState<KeyDraft>()
  return {
    submit: (draft: KeyDraft) => (suspiciousFields(draft).length > 0 ? setAsked(draft) : send(draft)),
    question: asked && {
      fields: suspiciousFields(asked).map(nameFieldLabel),
      onClose: () => setAsked(undefined),
      onConfirm: () => {
        setAsked(undefined)
        send(asked)
      },
    },
  }
}
