import { useLingui } from '@lingui/react/macro'
import { Loaded } from '../../../kits/Loaded.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
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
  const theme = useTheme(slug)
  if (theme.data) return <CustomizerForm stored={theme.data} {...events} />
  return (
    <Dialog title={t`Edit Theme`} size="full" onClose={events.onClose} inAddress>
      <Loaded of={theme} failed={t`The theme could not be loaded`} outline={<Skeleton height="30rem" radius="var(--r-lg)" />} />
    </Dialog>
  )
}
