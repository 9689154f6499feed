import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type Share } from '@twofold/contract/sharing/grants'
import { transferKey } from '@twofold/contract/sharing/hand-over'
import { type ComponentProps, useId } from 'react'
import { Loaded } from '../../kits/Loaded.tsx'
import { PageForm } from '../../kits/PageForm.tsx'
import { useSentForm } from '../../kits/use-sent-form.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { Select } from '../../ui/Select.tsx'
import { renewedByOffers } from './offers.ts'
import { shareName } from '../grants/share-name.ts'
import { sharesQuery } from '../grants/reload-shares.ts'

interface HandOverCardProps {
  item: { id: string; name: string }
  /** Initial recipient. */
  email?: string | undefined
  onClose: () => void
}

/** Offers an own key to one of those who have it: it is theirs once they accept, and everybody keeps it. */
export function HandOverCard({ item: { id, name }, email: first = '', onClose }: HandOverCardProps) {
  const { t } = useLingui()
  const titleId = useId()
  const shares = useQuery(sharesQuery(id))
  const form = useSentForm({
    values: { email: first },
    send: (body) => call(transferKey, { params: { id }, body }),
    failed: (reason) => reason,
    renews: renewedByOffers,
    onSubmit: (chosen, send) => chosen.email !== '' && send(chosen),
    closes: onClose,
  })
  const email = form.watch('email')
  return (
    <PageForm form={form} className="grid gap-3 rounded-lg border border-border p-4" aria-labelledby={titleId}>
      <h3 id={titleId} className="wrap-anywhere">
        <Trans>Hand over {name}</Trans>
      </h3>
      <Loaded of={shares} failed={t`Who has this key could not be loaded`}>
        {({ data }) => <NewOwner shares={data} email={email} field={form.field('email')} isDisabled={form.isPending} />}
      </Loaded>
      <FailureAlert title={t`The key could not be offered`}>{form.failure}</FailureAlert>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t`Offering...`}
          disabledReason={email === '' ? t`Choose who you offer the key to.` : undefined}
        >
          <Trans>Offer key</Trans>
        </Button>
        <Button onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </PageForm>
  )
}

interface NewOwnerProps {
  shares: readonly Share[]
  email: string
  field: Pick<ComponentProps<typeof Select>, 'name' | 'ref' | 'onChange' | 'onBlur' | 'error'>
  isDisabled: boolean
}

function NewOwner({ shares, email, field, isDisabled }: NewOwnerProps) {
  const { t } = useLingui()
  const people = shares.filter((share) => share.email !== null && !share.is_expired)
  const chosen = people.find((share) => share.email === email)
  const who = chosen && shareName(chosen)
  if (people.length === 0) {
    return (
      <p className="text-sm wrap-anywhere text-text-2">
        <Trans>Share this key with someone before transferring it.</Trans>
      </p>
    )
  }
  return (
    <>
      <Select
        label={t`New owner`}
        autoFocus
        value={email}
        disabled={isDisabled}
        {...field}
        options={[
          { value: '', label: t`Choose a person`, disabled: true },
          ...people.map((share) => ({
            value: share.email ?? '',
            label: share.name === null ? (share.email ?? '') : `${share.name} (${share.email})`,
          })),
        ]}
      />
      <p className="text-sm wrap-anywhere text-text-2">
        {who === undefined ? (
          <Trans>Once they accept, they can share, change and delete this key. All others keep their access, and you give yours up.</Trans>
        ) : (
          <Trans>
            Once {who} accepts, they can share, change and delete this key. All others keep their access, and you give yours up.
          </Trans>
        )}
      </p>
    </>
  )
}
