import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { getAuditChain } from '@twofold/contract/admin/audit'
import type { CallResponse } from '@twofold/contract/endpoint'
import { Loaded } from '../../kits/Loaded.tsx'
import { AddressLink } from '../../ui/AddressLink.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { AtUtc } from '../../ui/AtUtc.tsx'
import { auditChainQuery } from './audit.ts'

/** Up to where the log is known to be whole, and by whose key. Where this cannot be asked, the log itself is still there to read. */
export function ChainLine() {
  const { t } = useLingui()
  return (
    <Loaded
      of={useQuery(auditChainQuery)}
      failed={t`Whether the log is whole could not be loaded`}
      outline={<p className="text-sm">&nbsp;</p>}
    >
      {(chain) => <Chain {...chain} />}
    </Loaded>
  )
}

function Chain({ verification, checkpoint, beginning, waiting, fingerprint }: CallResponse<typeof getAuditChain>) {
  return (
    <div className="grid gap-3">
      {verification !== null && verification.problem !== null && (
        <Alert
          type="error"
          title={<Trans>The audit log is not as it was written</Trans>}
          actions={
            <AddressLink href="/admin/system/remedies#audit">
              <Trans>See what to do</Trans>
            </AddressLink>
          }
        >
          {verification.problem}
        </Alert>
      )}
      <p className="text-sm text-text-2 wrap-anywhere">
        {verification === null ? (
          <Trans>Not verified yet.</Trans>
        ) : (
          verification.problem === null && (
            <Trans>
              Verified up to row {verification.up_to} on <AtUtc time={verification.verified_at} />.
            </Trans>
          )
        )}{' '}
        {checkpoint !== null && (
          <Trans>
            Signed up to row {checkpoint.sequence} on <AtUtc time={checkpoint.signed_at} />.
          </Trans>
        )}{' '}
        {beginning !== null && (
          <Trans>
            Begins at row {beginning.sequence + 1}: what is older than <AtUtc time={beginning.until} /> was removed by retention.
          </Trans>
        )}{' '}
        {waiting > 0 && <Plural value={waiting} one="# row waits to be linked." other="# rows wait to be linked." />}{' '}
        <Trans>
          Key fingerprint: <code>{fingerprint}</code>
        </Trans>
      </p>
    </div>
  )
}
