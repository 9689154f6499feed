import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type CleanupResults, type CleanupType, runCleanup } from '@twofold/contract/admin/system'
import { ConfirmDialog } from '../../kits/AskDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { Badge } from '../../ui/Badge.tsx'
import { BlastRadius } from '../../ui/BlastRadius.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { systemKey } from './system.ts'

type CleanupDialogProps = { type: CleanupType; title: string; onClose: () => void; onConfirm: () => void }

/** Counts first what a clean-up would remove, and then asks. */
export function CleanupDialog({ type, title, onClose, onConfirm }: CleanupDialogProps) {
  const { t } = useLingui()
  const asked = useQuery({
    ...queryOf([...systemKey, 'cleanup', type], runCleanup, { body: { type, dry_run: true } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  // A deleted account without keys is data to remove, too.
  if (asked.data && asked.data.results.count + asked.data.results.people > 0) {
    return (
      <ConfirmDialog title={t`Clean up: ${title}?`} onClose={onClose} onConfirm={onConfirm} confirmLabel={<Trans>Run cleanup</Trans>}>
        <Found results={asked.data.results} />
      </ConfirmDialog>
    )
  }
  const close = (
    <Button variant="primary" onPress={onClose}>
      <Trans>Close</Trans>
    </Button>
  )
  return (
    <Dialog title={t`Clean up: ${title}`} size="sm" onClose={onClose} footer={close}>
      <Loaded of={asked} failed={t`What this touches could not be counted.`} loading={t`Counting what this touches...`}>
        {() => (
          <p>
            <Trans>There is nothing to clean up.</Trans>
          </p>
        )}
      </Loaded>
    </Dialog>
  )
}

function Found({ results: { type, count, people, keys, sample } }: { results: CleanupResults }) {
  const { t } = useLingui()
  const facts = {
    expired_shares: [
      { count, label: <Plural value={count} one="expired share ends" other="expired shares end" /> },
      { count: keys, label: <Plural value={keys} one="key is concerned" other="keys are concerned" /> },
      { count: people, label: <Plural value={people} one="recipient is notified" other="recipients are notified" /> },
    ],
    orphaned_keys: [
      { count, label: <Plural value={count} one="key is removed for good" other="keys are removed for good" /> },
      {
        count: people,
        label: <Plural value={people} one="deleted account is removed for good" other="deleted accounts are removed for good" />,
      },
    ],
    unused_recovery_codes: [
      { count, label: <Plural value={count} one="code is removed for good" other="codes are removed for good" /> },
      { count: people, label: <Plural value={people} one="person had them" other="people had them" /> },
    ],
  }[type]
  const more = count - sample.length
  return (
    <div className="grid gap-4">
      <p>
        <Trans>This cannot be undone. It was counted just now, by what the cleanup goes by.</Trans>
      </p>
      <BlastRadius label={t`What this touches`} facts={facts} />
      {sample.length > 0 && (
        <div className="grid gap-2">
          <p className="text-sm text-text-2">
            {type === 'unused_recovery_codes' ? <Trans>Whose they are, for example</Trans> : <Trans>Names of keys, for example</Trans>}
          </p>
          <ul className="flex flex-wrap gap-2 text-sm" aria-label={t`Sample`}>
            {sample.map((name, index) => (
              <li key={index} className="min-w-0 wrap-anywhere *:whitespace-normal">
                <Badge>{name}</Badge>
              </li>
            ))}
            {more > 0 && type === 'orphaned_keys' && <li className="text-text-2">{t`and ${more} more`}</li>}
          </ul>
        </div>
      )}
    </div>
  )
}
