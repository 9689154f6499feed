import { normalizeEmail } from '@twofold/contract/email-address'
import { useLingui } from '@lingui/react/macro'
import type { Share } from '@twofold/contract/sharing'
import { UserPlus, X } from '../../ui/icons.generated.ts'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { FieldError } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Suggestions } from './Suggestions.tsx'
import { existingShare, keyOf, matching, nameOf, readAddresses, splitTyped, type Target } from './targets.ts'
import type { AddPeople } from './use-add-people.ts'

interface TargetFieldProps {
  add: AddPeople
  known: readonly Target[]
  /** The names that could be suggested are on their way. */
  isLoading: boolean
  shares: readonly Share[]
  autoFocus: boolean
  describedBy: string
}

const mostShown = 6

const toPerson = (email: string): Target => ({ kind: 'person', email, name: null })

/** Names and addresses, typed, pasted or chosen: several make chips. */
export function TargetField({ add, known, isLoading, shares, autoFocus, describedBy }: TargetFieldProps) {
  const { t } = useLingui()
  const { chosen, text, isSharing } = add
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const free = known.filter((target) => !chosen.some((one) => keyOf(one.target) === keyOf(target)))
  const [address] = readAddresses(text)
  const found = matching(free, text, mostShown)
  const isNew = address !== undefined && !known.some((target) => target.kind === 'person' && keyOf(target) === normalizeEmail(address))
  const options: Target[] = [...found, ...(isNew ? [toPerson(address)] : [])]
  const isShown = isOpen && !isSharing && (text.trim() !== '' || options.length > 0)
  const current = isShown ? options[active] : undefined

  function take(target: Target) {
    add.take([target])
    setActive(0)
    setIsOpen(false)
    input.current?.focus()
  }

  function pressed(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isShown) setIsOpen(true)
      else if (options.length > 0) setActive((active + (event.key === 'ArrowDown' ? 1 : options.length - 1)) % options.length)
    } else if (event.key === 'Enter') {
      setIsOpen(false)
      if (current) void add.share([current])
      else add.submit()
    } else if ((event.key === ',' || event.key === ';') && (current ?? address) !== undefined) {
      take(current ?? toPerson(address ?? ''))
    } else if (event.key === 'Backspace' && text === '' && chosen.length > 0) {
      const last = chosen.at(-1)
      if (last) add.drop(last.target)
    } else if (event.key === 'Escape' && (isShown || text !== '')) {
      // Closes the list, not yet the sheet.
      event.stopPropagation()
      setIsOpen(false)
      add.write('')
    } else return
    event.preventDefault()
  }

  function paste(event: ClipboardEvent) {
    const addresses = readAddresses(event.clipboardData.getData('text'))
    if (addresses.length < 2) return
    event.preventDefault()
    add.take(addresses.map(toPerson))
  }

  return (
    <div className="access-field">
      <div className="access-field-frame" data-invalid={add.complaint !== undefined || undefined}>
        <Icon icon={UserPlus} />
        {chosen.length > 0 && (
          <ul aria-label={t`Share with`}>
            {chosen.map(({ target, problem }) => (
              <li key={keyOf(target)} className="access-chip" data-problem={problem !== undefined || undefined}>
                <span>{nameOf(target)}</span>
                <button type="button" aria-label={t`Take ${nameOf(target)} away`} onClick={() => add.drop(target)} disabled={isSharing}>
                  <Icon icon={X} size={14} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={input}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          role="combobox"
          aria-label={t`User Email`}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-invalid={add.complaint !== undefined || undefined}
          aria-describedby={`${describedBy} ${id}-error`}
          {...(current && { 'aria-activedescendant': `${id}-${active}` })}
          placeholder={t`Name, e-mail or group`}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The first thing that one came for.
          autoFocus={autoFocus}
          readOnly={isSharing}
          value={text}
          onChange={({ target }) => {
            // Several come at once from a keyboard that completes words, by dropping, and by typing on after a space.
            const { addresses, rest } = splitTyped(target.value)
            if (addresses.length > 0) add.take(addresses.map(toPerson))
            add.write(rest)
            setActive(0)
            setIsOpen(true)
          }}
          onKeyDown={pressed}
          onPaste={paste}
          onBlur={() => setIsOpen(false)}
        />
        {isLoading && text.trim() !== '' && <span className="ui-spinner access-waiting" aria-hidden="true" />}
      </div>
      {isShown && (
        <Suggestions
          id={id}
          options={options}
          active={active}
          isNew={(target) => isNew && target.kind === 'person' && target.email === address}
          shareOf={(target) => existingShare(shares, target)}
          onTake={take}
        />
      )}
      <div id={`${id}-error`}>{add.complaint !== undefined && <FieldError>{add.complaint}</FieldError>}</div>
    </div>
  )
}
