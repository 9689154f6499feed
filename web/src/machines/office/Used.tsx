import { Trans } from '@lingui/react/macro'
import { When } from '../../ui/When.tsx'

export function Used({ at }: { at: string | null }) {
  return at === null ? <Trans>Never used</Trans> : <When at={at} />
}
