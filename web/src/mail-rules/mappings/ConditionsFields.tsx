import { useLingui } from '@lingui/react/macro'
import type { MappingConditions } from '@twofold/contract/mail-rules/mappings'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { CodeEditor } from '../../ui/CodeEditor.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { fieldsOf, parseConditions, showConditions, withFields } from './mapping-draft.ts'

type ConditionsFieldsProps = {
  /** As JSON, the form in which it is sent. */
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

const hint = '{ "cooldown": 3600, "enabled": true }'

/** Conditions by fields, and beside them as the JSON that they are: either writes the other. */
export function ConditionsFields({ text, error, onChange }: ConditionsFieldsProps) {
  const { t } = useLingui()
  const parsed = parseConditions(text)
  const conditions: MappingConditions | undefined = 'conditions' in parsed ? parsed.conditions : undefined
  const fields = fieldsOf(conditions ?? {})
  const change = (part: Partial<typeof fields>) => onChange(showConditions(withFields(conditions ?? {}, { ...fields, ...part })))
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <fieldset className="grid gap-4" disabled={conditions === undefined} aria-label={t`Conditions as fields`}>
        <Checkbox
          label={t`Enabled`}
          description={t`Without it, no e-mail of this event is sent.`}
          checked={fields.enabled}
          onChange={({ target }) => change({ enabled: target.checked })}
        />
        <TextField
          label={t`Cooldown in seconds`}
          type="number"
          min={0}
          value={fields.cooldown}
          help={t`Between two e-mails of this event to the same person.`}
          onChange={({ target }) => change({ cooldown: target.value })}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label={t`Quiet from`}
            type="time"
            value={fields.from}
            onChange={({ target }) => change({ from: target.value, to: fields.to || '07:00' })}
          />
          <TextField
            label={t`Quiet until`}
            type="time"
            value={fields.to}
            onChange={({ target }) => change({ to: target.value, from: fields.from || '22:00' })}
          />
        </div>
        <TextField
          label={t`Time zone`}
          value={fields.time_zone}
          help={t`E-mails of the quiet hours wait until they end.`}
          disabled={fields.from === ''}
          onChange={({ target }) => change({ time_zone: target.value })}
        />
      </fieldset>
      <CodeEditor
        label={t`Conditions (JSON)`}
        note={t`Optional`}
        help={hint}
        error={error}
        language="json"
        rows={12}
        value={text}
        onChange={onChange}
      />
    </div>
  )
}
