import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keyUsage, type UsageEntry } from '@twofold/contract/usage'
import { Copy, Eye, FileDown, KeyRound, LifeBuoy, type LucideIcon, ScanEye } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { timeText } from '../lib/exact-time.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Pagination } from '../ui/Pagination.tsx'

interface UsageDialogProps {
  item: { id: string; name: string }
  onClose: () => void
  onPeople: () => void
}

/** Who saw codes of an own key, who copied one, and who saw more than codes. */
export function UsageDialog({ item: { id, name }, onClose, onPeople }: UsageDialogProps) {
  const { t } = useLingui()
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['usage', id, page],
    queryFn: ({ signal }) => call(keyUsage, { params: { id }, query: { page } }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog
      title={t`Who used it`}
      subtitle={name}
      onClose={onClose}
      footer={
        <Button onPress={onPeople}>
          <Trans>People with access</Trans>
        </Button>
      }
    >
      {!data && !error && <Loading />}
      {!data && error && (
        <ErrorState level={3} title={t`Who used this key could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
          {failureMessage(error, error.message)}
        </ErrorState>
      )}
      {data?.data.length === 0 && (
        <EmptyState icon={ScanEye} level={3} title={t`Nobody used this key yet`}>
          <Trans>Whoever is shown its codes or copies one stands here.</Trans>
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <>
          <p className="text-sm text-text-2">
            <Trans>Views are recorded once an hour per person; every copy is recorded.</Trans>
          </p>
          <ul className="divide-y divide-border" aria-label={t`Who used it`}>
            {data.data.map((entry) => (
              <UsageRow key={`${entry.kind} ${entry.person.email} ${entry.at}`} entry={entry} />
            ))}
          </ul>
          {data.last_page > 1 && <Pagination page={page} pages={data.last_page} total={data.total} onPage={setPage} />}
        </>
      )}
    </Dialog>
  )
}

const icons: Record<UsageEntry['kind'], LucideIcon> = {
  shown: Eye,
  copied: Copy,
  secret: KeyRound,
  backup_codes: LifeBuoy,
  export: FileDown,
}

function UsageRow({ entry: { kind, person, at } }: { entry: UsageEntry }) {
  const { t } = useLingui()
  return (
    <li className="flex gap-3 py-3">
      <Icon icon={icons[kind]} />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{person.is_owner ? t`You` : person.name.trim() || person.email}</span> <UsageText kind={kind} />
        </p>
        <p className="text-sm text-text-2">
          <time dateTime={at}>{timeText(at)}</time>
        </p>
      </div>
    </li>
  )
}

function UsageText({ kind }: { kind: UsageEntry['kind'] }) {
  switch (kind) {
    case 'shown':
      return <Trans>viewed codes</Trans>
    case 'copied':
      return <Trans>copied a code</Trans>
    case 'secret':
      return <Trans>saw the secret</Trans>
    case 'backup_codes':
      return <Trans>opened the backup codes</Trans>
    case 'export':
      return <Trans>exported the key</Trans>
  }
}
