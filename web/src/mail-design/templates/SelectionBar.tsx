import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Template } from '@twofold/contract/mail-design/templates'
import { useState } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DeactivateDialog } from './DeactivateDialog.tsx'
import { type BulkResult, useSwitchTemplates } from './use-template-acts.ts'

type SelectionBarProps = {
  all: readonly Template[]
  /** Templates that match the filters, on all pages. */
  found: readonly Template[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
}

/** Number of matches, a checkbox for all of them, and actions on the selection. */
export function SelectionBar({ all, found, selected, onSelect }: SelectionBarProps) {
  const { t } = useLingui()
  const change = useSwitchTemplates()
  const [isAsking, setAsking] = useState(false)
  const [result, setResult] = useState<BulkResult>()
  const chosen = all.filter(({ slug }) => selected.has(slug))
  const matching = found.filter(({ slug }) => selected.has(slug)).length
  const [shown, total, count] = [found.length, all.length, chosen.length]
  const run = (isActive: boolean) => {
    setResult(undefined)
    change.mutate(
      { templates: chosen, isActive },
      {
        onSuccess: (outcome) => {
          setResult(outcome.failures.length > 0 ? outcome : undefined)
          if (outcome.failures.length === 0) onSelect(new Set())
        },
        onSettled: () => setAsking(false),
      },
    )
  }
  const done = result?.done ?? 0
  return (
    <>
      <div className="flex min-h-13 flex-wrap items-center gap-x-5 gap-y-2 border-b border-border px-5 py-2">
        <Checkbox
          label={t`Select All`}
          checked={shown > 0 && matching === shown}
          indeterminate={matching > 0 && matching < shown}
          onChange={({ target }) => onSelect(new Set(target.checked ? found.map(({ slug }) => slug) : []))}
        />
        <p className="text-sm text-text-2" role="status">
          {shown === total ? <Trans>{`${total} templates`}</Trans> : <Trans>{`${shown} of ${total} templates`}</Trans>}
        </p>
        {count > 0 && (
          <div className="ms-auto flex flex-wrap gap-2" role="group" aria-label={t`Selected`}>
            <Button size="sm" pending={change.isPending} onPress={() => run(true)}>
              <Trans>Activate Selected ({count})</Trans>
            </Button>
            <Button size="sm" variant="danger-line" onPress={() => setAsking(true)}>
              <Trans>Deactivate Selected ({count})</Trans>
            </Button>
          </div>
        )}
      </div>
      {result && (
        <div className="px-5 py-4">
          <Alert
            type="warning"
            title={
              <Plural
                value={done}
                _0="None of them could be changed."
                one="Not all of them could be changed; # was."
                other="Not all of them could be changed; # were."
              />
            }
          >
            <ul>
              {result.failures.map(({ name, reason }) => (
                <li key={name}>
                  {name}: {reason}
                </li>
              ))}
            </ul>
          </Alert>
        </div>
      )}
      {isAsking && (
        <DeactivateDialog templates={chosen} pending={change.isPending} onConfirm={() => run(false)} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
