import './transfer.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { type ReactNode, useState } from 'react'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import type { MigrationEntry, MigrationRefusal } from './otpauth-migration.ts'
import { nameOf, type Outcome, useAddEntries } from './use-add-entries.ts'

interface ReviewExportDialogProps {
  entries: readonly MigrationEntry[]
  /** Whether there is an own key for the same account. */
  isThere: (parameters: KeyParameters) => boolean
  /** The live code of what is not saved yet. */
  code: (parameters: KeyParameters) => ReactNode
  onClose: () => void
}

/** Everything in the export of another application, with what would become of each entry. Nothing is added before the person says so. */
export function ReviewExportDialog({ entries, isThere, code, onClose }: ReviewExportDialogProps) {
  const { t } = useLingui()
  const [usable] = useState(() => entries.flatMap((entry) => (entry.ok ? [entry.parameters] : [])))
  const [known] = useState(() => new Set(usable.filter(isThere)))
  const [chosen, setChosen] = useState<ReadonlySet<KeyParameters>>(() => new Set(usable.filter((entry) => !known.has(entry))))
  const { outcomes, add, isAdding } = useAddEntries(usable)
  const isAdded = (entry: KeyParameters) => outcomes.get(entry)?.state === 'added'
  const left = usable.filter((entry) => chosen.has(entry) && !isAdded(entry))
  const added = usable.filter(isAdded).length
  const isDone = left.length === 0 && added > 0
  useUnsavedChanges(!isDone)

  function choose(entry: KeyParameters, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(entry)
    else next.delete(entry)
    setChosen(next)
  }

  function close() {
    onClose()
    if (added > 0) toast.success(added === 1 ? t`1 key added.` : t`${added} keys added.`)
  }

  return (
    <Dialog
      title={t`Add keys from an export`}
      subtitle={t`Found in the QR codes of another application`}
      onClose={close}
      pending={isAdding}
      onSubmit={(event) => {
        event.preventDefault()
        if (isDone) close()
        else add(left)
      }}
      footer={
        <>
          {!isDone && (
            <Button onPress={close} {...(isAdding && { disabledReason: t`Please wait.` })}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            pending={isAdding}
            pendingLabel={t`Adding...`}
            disabledReason={left.length === 0 && !isDone ? t`Choose at least one key.` : undefined}
          >
            {isDone ? <Trans>Done</Trans> : <Plural value={left.length} one="Add # key" other="Add # keys" />}
          </Button>
        </>
      }
    >
      <ul className="review-list">
        {entries.map((entry, index) => (
          // The list never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            {entry.ok ? (
              <Entry
                entry={entry.parameters}
                code={code(entry.parameters)}
                verdict={<Verdict outcome={outcomes.get(entry.parameters)} isThere={known.has(entry.parameters)} />}
                isChosen={chosen.has(entry.parameters)}
                isFixed={isAdding || isAdded(entry.parameters)}
                onChoose={(isChosen) => choose(entry.parameters, isChosen)}
              />
            ) : (
              <RefusedEntry {...entry} />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface EntryProps {
  entry: KeyParameters
  code: ReactNode
  verdict: ReactNode
  isChosen: boolean
  isFixed: boolean
  onChoose: (isChosen: boolean) => void
}

function Entry({ entry, code, verdict, isChosen, isFixed, onChoose }: EntryProps) {
  const { t } = useLingui()
  const name = nameOf(entry, t`Unnamed key`)
  return (
    <>
      <Checkbox label={name} checked={isChosen} disabled={isFixed} onChange={({ target }) => onChoose(target.checked)} />
      <p className="review-detail">
        {entry.account && entry.account !== name && <span>{entry.account}</span>} <span>{code}</span>
      </p>
      <p className="review-verdict" role="status">
        {verdict}
      </p>
    </>
  )
}

function Verdict({ outcome, isThere }: { outcome: Outcome | undefined; isThere: boolean }) {
  switch (outcome?.state) {
    case 'adding':
      return <Trans>Adding...</Trans>
    case 'added':
      return (
        <Badge tone="success">
          <Trans>Added</Trans>
        </Badge>
      )
    case 'failed':
      return (
        <>
          <Badge tone="danger">
            <Trans>Not added</Trans>
          </Badge>{' '}
          {outcome.message}
        </>
      )
    case undefined:
      return isThere ? (
        <Badge tone="warning">
          <Trans>Already there</Trans>
        </Badge>
      ) : (
        <Badge tone="accent">
          <Trans>New</Trans>
        </Badge>
      )
  }
}

function RefusedEntry({ issuer, account, refusal }: { issuer: string; account: string; refusal: MigrationRefusal }) {
  const { t } = useLingui()
  const reasons: Record<MigrationRefusal, string> = {
    algorithm: t`Its algorithm is not supported.`,
    digits: t`The length of its codes is not supported.`,
    kind: t`Its kind is not supported.`,
    secret: t`It has no usable secret.`,
    period: t`Its period is not supported.`,
    counter: t`Its counter is out of range.`,
    name: t`Its name is too long, or holds characters that are not allowed.`,
  }
  return (
    <>
      <strong>{nameOf({ issuer, account }, t`Unnamed key`)}</strong>
      {issuer && account && <p className="review-detail">{account}</p>}
      <p className="review-verdict">
        <Badge tone="danger">
          <Trans>Cannot be added</Trans>
        </Badge>{' '}
        {reasons[refusal]}
      </p>
    </>
  )
}
