import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { KeyParameters } from '@twofold/contract/otpauth'
import type { ImportVerdict } from '@twofold/contract/transfer'
import { type ReactNode, useState } from 'react'
import { FormStep } from '../kits/FormDialog.tsx'
import { useSelection } from '../kits/use-selection.ts'
import { failureMessage } from '../lib/api-error.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Chip } from '../ui/Chip.tsx'
import { LongList } from '../ui/LongList.tsx'
import type { JudgedEntry } from './judge-entries.ts'
import { ReviewEntry } from './ReviewEntry.tsx'

interface ImportReviewProps {
  judged: readonly JudgedEntry[]
  code: (parameters: KeyParameters) => ReactNode
  importing: { isPending: boolean; isError: boolean; error: unknown; mutate: (chosen: readonly JudgedEntry[]) => void }
  onStartOver: () => void
}

/** The verdict on each entry, and the selection to add. */
export function ImportReview({ judged, code, importing, onStartOver }: ImportReviewProps) {
  const { t } = useLingui()
  const { selected: left, select: setLeft, toggle } = useSelection()
  const [only, setOnly] = useState<ImportVerdict>()
  useUnsavedChanges(true)
  const addable = judged.filter(({ verdict }) => verdict === 'add')
  const chosen = addable.filter(({ id }) => !left.has(id))
  const shown = only === undefined ? judged : judged.filter(({ verdict }) => verdict === only)
  const busy = importing.isPending

  return (
    <FormStep
      form={{ submit: () => importing.mutate(chosen), isPending: busy }}
      back={
        <Button onPress={onStartOver} {...(busy && { disabledReason: t`Please wait.` })}>
          <Trans>Choose another file</Trans>
        </Button>
      }
      submitLabel={<Plural value={chosen.length} one="Add # key" other="Add # keys" />}
      pendingLabel={t`Adding...`}
      disabledReason={addable.length === 0 ? t`Nothing new to import.` : chosen.length === 0 ? t`Choose at least one key.` : undefined}
    >
      {addable.length === 0 && (
        <Alert type="info">
          <Trans>Nothing new to import.</Trans>
        </Alert>
      )}
      {importing.isError && (
        <Alert type="error" announce title={failureMessage(importing.error, t`It is not known whether the keys were added.`)}>
          <Trans>Please try again. Keys that you have already are not added twice.</Trans>
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 empty:hidden">
        <AllNewKeys addable={addable} chosen={chosen.length} onLeave={setLeft} disabled={busy} />
        <VerdictFilter judged={judged} only={only} onOnly={setOnly} />
      </div>
      <LongList ids={shown.map(({ id }) => id)} label={t`Entries`}>
        {(index) => {
          const entry = shown[index]
          return (
            entry && (
              <ReviewEntry
                entry={entry}
                code={entry.parameters && entry.verdict === 'add' && code(entry.parameters)}
                isChosen={!left.has(entry.id)}
                isFixed={busy}
                onChoose={(isChosen) => toggle([entry.id], !isChosen)}
              />
            )
          )
        }}
      </LongList>
    </FormStep>
  )
}

interface AllNewKeysProps {
  addable: readonly JudgedEntry[]
  chosen: number
  onLeave: (left: ReadonlySet<string>) => void
  disabled: boolean
}

/** A checkbox for all entries that can be added. */
function AllNewKeys({ addable, chosen, onLeave, disabled }: AllNewKeysProps) {
  if (addable.length < 2) return null
  return (
    <Checkbox
      label={<Plural value={addable.length} one="# new key" other="All # new keys" />}
      checked={chosen === addable.length}
      indeterminate={chosen > 0 && chosen < addable.length}
      disabled={disabled}
      onChange={({ target }) => onLeave(target.checked ? new Set() : new Set(addable.map(({ id }) => id)))}
    />
  )
}

interface VerdictFilterProps {
  judged: readonly JudgedEntry[]
  only: ImportVerdict | undefined
  onOnly: (only: ImportVerdict | undefined) => void
}

/** Number of entries per verdict, and a filter by verdict. */
function VerdictFilter({ judged, only, onOnly }: VerdictFilterProps) {
  const { t } = useLingui()
  const count = (wanted: ImportVerdict) => judged.filter(({ verdict }) => verdict === wanted).length
  const kinds = [
    { verdict: 'add', count: count('add'), label: t`New` },
    { verdict: 'duplicate', count: count('duplicate'), label: t`Already in your vault` },
    { verdict: 'refused', count: count('refused'), label: t`Cannot be added` },
  ] as const
  const present = kinds.filter((kind) => kind.count > 0)
  if (present.length < 2) return null
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t`Show only`}>
      {present.map((kind) => (
        <Chip
          key={kind.verdict}
          isSelected={only === kind.verdict}
          onChange={(isSelected) => onOnly(isSelected ? kind.verdict : undefined)}
        >
          {kind.label}: {kind.count}
        </Chip>
      ))}
    </div>
  )
}
