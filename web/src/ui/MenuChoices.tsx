import { Check } from './icons/Check.ts'
import { MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Icon } from './Icon.tsx'

interface MenuChoicesProps<Value extends string> {
  label: string
  /** The selected one; undefined: none. */
  value: Value | undefined
  choices: readonly { value: Value; label: string; detail?: string }[]
  onChoose: (value: Value) => void
}

/** Entries of a `Menu` of which one holds, each with a sentence that says what it means. */
export function MenuChoices<Value extends string>({ label, value, choices, onChoose }: MenuChoicesProps<Value>) {
  return (
    <MenuSection
      aria-label={label}
      selectionMode="single"
      selectedKeys={value === undefined ? [] : [value]}
      onSelectionChange={(keys) => {
        const chosen = choices.find((choice) => keys !== 'all' && keys.has(choice.value))
        if (chosen) onChoose(chosen.value)
      }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} id={choice.value} className="ui-menu-item ui-menu-choice" textValue={choice.label}>
          <span className="ui-menu-tick">{choice.value === value && <Icon icon={Check} />}</span>
          <span>
            {choice.label}
            {choice.detail !== undefined && <small>{choice.detail}</small>}
          </span>
        </MenuItem>
      ))}
    </MenuSection>
  )
}
