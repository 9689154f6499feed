import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { Alert } from '../ui/Alert.tsx'
import { findDuplicate } from './duplicates.ts'
import { draftParameters, type KeyDraft } from './key-draft.ts'
import { keysQuery } from './keys.ts'

/** Letters of the shortest secret that services hand out. Shorter ones are still being typed. */
const leastSecret = 16

interface NewKeySummaryProps {
  control: Control<KeyDraft>
  /** The live code of what is not saved yet. */
  code: (parameters: KeyParameters) => ReactNode
}

/** Preview of a key and its code before it is saved: a wrong parameter shows now rather than at the next sign-in. */
export function NewKeySummary({ control, code }: NewKeySummaryProps) {
  const { t } = useLingui()
  const draft = useDeferredValue(useWatch({ control }) as KeyDraft)
  const keys = useQuery({ ...keysQuery, enabled: false }).data?.own_keys ?? []
  // Memoized by key: each new object recomputes the code.
  const settings = JSON.stringify(draftParameters(draft))
  const parameters = useMemo(() => (settings === undefined ? undefined : (JSON.parse(settings) as KeyParameters)), [settings])
  if (!parameters || parameters.secret.length < leastSecret) return null
  const { issuer, account } = parameters
  const duplicate = findDuplicate(keys, draft)
  return (
    <section className="grid gap-3" aria-label={t`The key to be added`}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-4 gap-y-3 rounded-md border border-border bg-sunken px-4 py-3 *:last:col-span-full">
        <Fact name={t`Issuer`}>{issuer ?? <Trans>not given</Trans>}</Fact>
        <Fact name={t`Account`}>{account ?? <Trans>not given</Trans>}</Fact>
        <Fact name={t`Code now`}>{code(parameters)}</Fact>
      </dl>
      {duplicate && (
        <Alert type="warning" title={t`You already have this key`} announce>
          <Trans>
            <strong>{duplicate.name}</strong> is for the same account. Add it again only when the service gave you a new secret.
          </Trans>
        </Alert>
      )}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-text-3">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
