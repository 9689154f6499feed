import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Share } from '@twofold/contract/sharing'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../lib/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { ChangeAccessDialog } from './ChangeAccessDialog.tsx'
import { ConfirmPersonDialog } from './ConfirmPersonDialog.tsx'
import { PendingOffer } from './PendingOffer.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { shareName } from './share-name.ts'
import { ShareRow } from './ShareRow.tsx'
import { sharesQuery } from './shares.ts'

interface PeopleDialogProps {
  item: { id: string; name: string }
  onClose: () => void
  onShare: () => void
  onUsage: () => void
  onHandOver: () => void
}

/** Who has an own key, and what can be done about it. */
export function PeopleDialog({ item: { id, name }, onClose, onShare, onUsage, onHandOver }: PeopleDialogProps) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useQuery(sharesQuery(id))
  const [asking, setAsking] = useState<{ act: 'change' | 'revoke' | 'confirm'; share: Share }>()
  const shares = data?.data
  const question = asking && { keyId: id, share: asking.share, onClose: () => setAsking(undefined) }
  return (
    <>
      <Dialog
        title={t`People with access`}
        subtitle={name}
        size="lg"
        onClose={onClose}
        footer={
          <>
            <Button onPress={onUsage}>
              <Trans>Who used it</Trans>
            </Button>
            <Button
              onPress={onHandOver}
              disabledReason={shares?.length ? undefined : t`Share the key with somebody first; then it can be theirs.`}
            >
              <Trans>Hand over</Trans>
            </Button>
            <Button variant="primary" onPress={onShare}>
              <Trans>Share</Trans>
            </Button>
          </>
        }
      >
        <PendingOffer keyId={id} />
        {!shares && !error && <Loading />}
        {!shares && error && (
          <ErrorState level={3} title={t`Who has this key could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
            {failureMessage(error, error.message)}
          </ErrorState>
        )}
        {shares?.length === 0 && (
          <EmptyState icon={Users} level={3} title={t`Only you have this key`}>
            <Trans>People you share with appear here.</Trans>
          </EmptyState>
        )}
        {shares && shares.length > 0 && (
          <ul className="divide-y divide-border" aria-label={t`People with access`}>
            {shares.map((share) => (
              <ShareRow
                key={share.id}
                share={share}
                onChange={() => setAsking({ act: 'change', share })}
                onRevoke={() => setAsking({ act: 'revoke', share })}
                onConfirm={() => setAsking({ act: 'confirm', share })}
              />
            ))}
          </ul>
        )}
      </Dialog>
      {question && asking.act === 'change' && <ChangeAccessDialog {...question} who={shareName(question.share)} />}
      {question && asking.act === 'revoke' && <RevokeDialog {...question} />}
      {question && asking.act === 'confirm' && <ConfirmPersonDialog {...question} />}
    </>
  )
}
