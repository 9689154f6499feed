import { type ReactNode, useState } from 'react'
import { SecretQuestion } from '../ui/SecretQuestion.tsx'
import type { KeyDraft } from './key-draft.ts'
import { nameFieldLabel, suspiciousFields } from './key-names.ts'

/** Sends a draft, and asks first where something that looks like a secret would be stored as a name. */
export function useNameQuestion(send: (draft: KeyDraft) => void): { submit: typeof send; question: ReactNode } {
  const [asked, setAsked] = useState<KeyDraft>()
  return {
    submit: (draft) => (suspiciousFields(draft).length > 0 ? setAsked(draft) : send(draft)),
    question: asked && (
      <SecretQuestion
        fields={suspiciousFields(asked).map(nameFieldLabel)}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined)
          send(asked)
        }}
      />
    ),
  }
}
