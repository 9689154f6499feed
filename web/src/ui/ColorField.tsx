import './color-field.css'
import { useLingui } from '@lingui/react/macro'
import { TriangleAlert } from './icons/TriangleAlert.ts'
import { useState } from 'react'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { wholeColor } from './whole-color.ts'
import { leftToRight } from './MachineText.tsx'

type ColorFieldProps = {
  label: string
  /** `#rrggbb`. */
  value: string
  onChange: (value: string) => void
  /** A warning about it; the color can be used anyway. */
  warning?: string | undefined
  error?: string | undefined
}

/** A color, picked or typed. `onChange` gets complete colors only; an incomplete one is reset when the field is left. */
export function ColorField({ label, value, onChange, warning, error }: ColorFieldProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    const color = wholeColor(text)
    if (color !== undefined) onChange(color)
  }
  return (
    <Field
      label={label}
      error={error}
      help={
        warning && (
          <span className="ui-color-warning">
            <Icon icon={TriangleAlert} /> {warning}
          </span>
        )
      }
    >
      {(control) => (
        <span className="ui-color">
          <input type="color" aria-label={t`Pick: ${label}`} value={value} onChange={({ target }) => onChange(target.value)} />
          <input
            {...control}
            className={`ui-input ${leftToRight}`}
            data-mono
            spellCheck={false}
            autoComplete="off"
            value={typed ?? value}
            maxLength={7}
            onChange={({ target }) => type(target.value)}
            onBlur={() => setTyped(undefined)}
          />
        </span>
      )}
    </Field>
  )
}
