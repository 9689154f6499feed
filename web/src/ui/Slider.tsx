import './slider.css'
import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from './Field.tsx'

type SliderProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'value' | 'onChange' | 'children' | 'min' | 'max' | 'step'> &
  Pick<FieldProps, 'label' | 'help' | 'error'> & {
    value: number
    min: number
    max: number
    step?: number
    /** After the number, such as 'px'. */
    unit?: string
    onChange: (value: number) => void
  }

/** A number between two others: the browser's own slider, with the number beside its name. */
export function Slider({ label, help, error, id, value, unit = '', onChange, ...input }: SliderProps) {
  const shown = `${value}${unit && ` ${unit}`}`
  return (
    <Field {...{ id, label, help, error }} note={<span className="tabular-nums">{shown}</span>} describedBy={input['aria-describedby']}>
      {(control) => (
        <input
          {...input}
          {...control}
          type="range"
          className="ui-slider"
          value={value}
          aria-valuetext={shown}
          onChange={({ target }) => onChange(Number(target.value))}
        />
      )}
    </Field>
  )
}
