import './field.css'
import { useLingui } from '@lingui/react/macro'
import { Search } from './icons/Search.ts'
import { X } from './icons/X.ts'
import type { ComponentPropsWithRef } from 'react'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { Kbd } from './Kbd.tsx'

type SearchFieldProps = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value' | 'type' | 'children'> & {
  /** The accessible name; the placeholder is only an example. */
  label: string
  value: string
  onChange: (value: string) => void
  /** The key that focuses the field, shown while it is empty. Listening for it is the screen's task. */
  shortcut?: string
  /** Its result, such as the number of matches; shown while the field is not empty. */
  note?: string
}

/** Esc and the button empty it. */
export function SearchField({ label, value, onChange, shortcut, note, onKeyDown, ...input }: SearchFieldProps) {
  const { t } = useLingui()
  return (
    <div className="ui-input-frame" role="search" data-icon="" data-end="">
      <Icon icon={Search} className="ui-input-icon" />
      <input
        {...input}
        type="search"
        aria-label={label}
        className="ui-input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) {
            event.preventDefault()
            onChange('')
          }
          onKeyDown?.(event)
        }}
      />
      <span className="ui-input-end">
        {value && note !== undefined && (
          <span className="ui-input-note" aria-hidden="true">
            {note}
          </span>
        )}
        {value ? <IconButton size="sm" icon={X} label={t`Clear search`} onPress={() => onChange('')} /> : shortcut && <Kbd>{shortcut}</Kbd>}
      </span>
    </div>
  )
}
