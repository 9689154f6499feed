import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { autoLockChoices, setAutoLock } from '@twofold/contract/pin'
import { useAct } from '../kits/use-act.ts'
import { LockKeyhole } from '../ui/icons/LockKeyhole.ts'
import { call } from '../lib/call.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Select } from '../ui/Select.tsx'
import { factorsQuery } from './factors.ts'
import { lockNow } from './use-idle-lock.ts'

interface AutoLockPanelProps {
  minutes: number | null
  /** Queries that also show the choice. */
  renews: readonly QueryKey[]
}

/** Auto-lock of the vault, and a button to lock it at once. */
export function AutoLockPanel({ minutes, renews }: AutoLockPanelProps) {
  const { t, i18n } = useLingui()
  const { data: factors } = useQuery(factorsQuery)
  const hasPin = factors?.has_pin ?? true
  const save = useAct({
    send: (auto_lock_minutes: number | null) => call(setAutoLock, { body: { auto_lock_minutes } }),
    failed: t`This could not be saved. Please try again.`,
    said: () => ({ message: t`Saved.`, duration: 3000 }),
    renews,
  })
  const shown = save.isPending ? save.variables : minutes
  const choices = [...new Set([...autoLockChoices, ...(shown === null ? [] : [shown])])].sort((a, b) => a - b)
  const nameOf = (choice: number) =>
    choice % 60 === 0
      ? i18n.number(choice / 60, { style: 'unit', unit: 'hour', unitDisplay: 'long' })
      : i18n.number(choice, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  return (
    <Panel title={t`Lock the vault`}>
      <div className="grid max-w-form gap-5">
        <p className="text-text-2">
          <Trans>Locks your codes behind your PIN. You stay signed in.</Trans>
        </p>
        <Select
          label={t`Lock when nobody uses it for`}
          value={shown === null ? 'never' : String(shown)}
          disabled={!hasPin || save.isPending}
          help={
            !hasPin ? (
              <Trans>Set a PIN first: nothing else opens a locked vault.</Trans>
            ) : shown === null ? (
              <Trans>The vault stays open until you sign out.</Trans>
            ) : (
              <Plural
                value={shown}
                one="In every browser where you are signed in, after # minute."
                other="In every browser where you are signed in, after # minutes."
              />
            )
          }
          options={[{ value: 'never', label: t`Never` }, ...choices.map((choice) => ({ value: String(choice), label: nameOf(choice) }))]}
          onChange={({ target: { value } }) => save.mutate(value === 'never' ? null : Number(value))}
        />
        <Button
          className="justify-self-start"
          icon={LockKeyhole}
          onPress={() => void lockNow()}
          {...(!hasPin && { disabledReason: t`Set a PIN first: nothing else opens a locked vault.` })}
        >
          <Trans>Lock now</Trans>
        </Button>
      </div>
    </Panel>
  )
}
