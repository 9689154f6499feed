import { useLingui } from '@lingui/react/macro'
import { failureMessage } from '../../../lib/api-error.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/EmptyState.tsx'
import { Loading, Skeleton } from '../../../ui/Loading.tsx'
import { useTheme } from '../use-theme.ts'
import { CustomizerForm } from './CustomizerForm.tsx'

export type CustomizerDialogProps = {
  /** Left out: a new theme. */
  slug?: string | undefined
  onClose: () => void
  /** A copy was made, which can be changed. */
  onDuplicated: (slug: string) => void
}

/** Makes or changes a theme; one of the system can only be looked at and copied. */
export function CustomizerDialog({ slug, ...events }: CustomizerDialogProps) {
  return slug === undefined ? <CustomizerForm stored={undefined} {...events} /> : <StoredTheme slug={slug} {...events} />
}

function StoredTheme({ slug, ...events }: CustomizerDialogProps & { slug: string }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useTheme(slug)
  if (data) return <CustomizerForm stored={data} {...events} />
  return (
    <Dialog title={t`Edit Theme`} size="full" onClose={events.onClose} inAddress>
      {error ? (
        <ErrorState level={3} title={t`The theme could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
          {failureMessage(error, error.message)}
        </ErrorState>
      ) : (
        <Loading>
          <Skeleton height="30rem" radius="var(--r-lg)" />
        </Loading>
      )}
    </Dialog>
  )
}
