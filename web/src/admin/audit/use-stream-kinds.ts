import { useLingui } from '@lingui/react/macro'
import type { StreamKind } from '@twofold/contract/admin/streams'

export function useStreamKinds(): Record<StreamKind, string> {
  const { t } = useLingui()
  return { syslog: t`Syslog over TLS`, https: t`HTTPS, signed`, s3: t`S3 bucket`, file: t`File on the server` }
}
