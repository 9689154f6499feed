import { sameAddress } from '@twofold/contract/email-address'
import '../../ui/suggestions.css'
import { useLingui } from '@lingui/react/macro'
import { Mail } from '../../ui/icons/Mail.ts'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { TextField } from '../../ui/TextField.tsx'
import { testAddresses } from './test-addresses.ts'

/** Milliseconds that the suggestions stay when the field has lost the focus, so that a press on one still counts. */
const lingers = 200

type AddressFieldProps = { value: string; onChange: (value: string) => void; error?: ReactNode; ref?: Ref<HTMLInputElement> }

/** Recipient of a test, with earlier addresses as suggestions. */
export function AddressField({ value, onChange, error, ref }: AddressFieldProps) {
  const { t } = useLingui()
  const list = useId()
  const known = useSyncExternalStore(testAddresses.subscribe, testAddresses.get)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const typed = value.trim().toLowerCase()
  const offered = known.filter((address) => address.toLowerCase().includes(typed) && !sameAddress(address, value))
  const isShown = isOpen && offered.length > 0
  const open = () => {
    clearTimeout(timer.current)
    setActive(undefined)
    setOpen(true)
  }
  const choose = (address: string) => {
    onChange(address)
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isShown) return open()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(active === undefined ? (step === 1 ? 0 : offered.length - 1) : (active + step + offered.length) % offered.length)
    }
    const chosen = active === undefined ? undefined : offered[active]
    if (event.key === 'Enter' && isShown && chosen !== undefined) {
      event.preventDefault()
      choose(chosen)
    }
    if (event.key === 'Escape' && isShown) {
      event.stopPropagation()
      setOpen(false)
    }
  }
  return (
    <div className="relative">
      <TextField
        ref={ref}
        label={t`Test Email Address`}
        type="email"
        required
        icon={Mail}
        autoComplete="off"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active !== undefined ? `${list}-${active}` : undefined}
        value={value}
        error={error}
        onChange={({ target }) => {
          onChange(target.value)
          open()
        }}
        onFocus={open}
        onBlur={() => {
          timer.current = setTimeout(() => setOpen(false), lingers)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={list} role="listbox" aria-label={t`Addresses used before`} className="ui-suggestions" hidden={!isShown}>
        {offered.map((address, index) => (
          <li
            key={address}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(address)}
          >
            {address}
          </li>
        ))}
      </ul>
    </div>
  )
}
