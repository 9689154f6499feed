import { normalizeEmail } from '@twofold/contract/email-address'
import { useLingui } from '@lingui/react/macro'
import type { Share } from '@twofold/contract/sharing/grants'
import { UserPlus } from '../../ui/icons/UserPlus.ts'
import { X } from '../../ui/icons/X.ts'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { SpokenError } from '../../ui/Field.tsx'
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
  const { chosen, text, isSharing, complaint } = add
  const id = useId()
  const { input, options, isNew, isShown, active, current, take, type, pressed, paste, close } = useTargetPicker(add, known)
  return (
    <div className="relative grid min-w-0 grid-cols-1 gap-1.5 *:empty:hidden">
      <div
        className={`flex min-h-(--h-md) cursor-text flex-wrap items-center gap-x-2 gap-y-1 rounded-md border bg-surface px-3 py-[3px] outline-focus has-[input:focus]:border-transparent has-[input:focus]:outline-2 has-[input:focus]:-outline-offset-1 pointer-coarse:min-h-(--tap) ${complaint === undefined ? 'border-field' : 'border-danger'}`}
      >
        <Icon icon={UserPlus} className="flex-none text-text-3" />
        {chosen.length > 0 && <ChosenTargets add={add} />}
        <input
          ref={input}
          className="min-h-8 min-w-0 flex-[1_1_7rem] bg-transparent outline-none placeholder:text-text-3 placeholder:opacity-100"
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
          aria-invalid={complaint !== undefined || undefined}
          aria-describedby={`${describedBy} ${id}-error`}
          {...(current && { 'aria-activedescendant': `${id}-${active}` })}
          placeholder={t`Name, e-mail, group, service`}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The first thing that one came for.
          autoFocus={autoFocus}
          readOnly={isSharing}
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={pressed}
          onPaste={paste}
          onBlur={close}
        />
        {isLoading && text.trim() !== '' && <span className="ui-spinner" aria-hidden="true" />}
      </div>
      {isShown && (
        <Suggestions
          id={id}
          options={options}
          active={active}
          isNew={isNew}
          shareOf={(target) => existingShare(shares, target)}
          onTake={take}
        />
      )}
      <SpokenError id={`${id}-error`}>{complaint}</SpokenError>
    </div>
  )
}

/** Suggestions for the typed text, the active one, and keyboard control. */
function useTargetPicker(add: AddPeople, known: readonly Target[]) {
  const { chosen, text, isSharing } = add
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const free = known.filter((target) => !chosen.some((one) => keyOf(one.target) === keyOf(target)))
  const [address] = readAddresses(text)
  const isUnknown = address !== undefined && !known.some((target) => target.kind === 'person' && keyOf(target) === normalizeEmail(address))
  const options: Target[] = [...matching(free, text, mostShown), ...(isUnknown ? [toPerson(address)] : [])]
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

  function type(typed: string) {
    // Several come at once from a keyboard that completes words, by dropping, and by typing on after a space.
    const { addresses, rest } = splitTyped(typed)
    if (addresses.length > 0) add.take(addresses.map(toPerson))
    add.write(rest)
    setActive(0)
    setIsOpen(true)
  }

  const isNew = (target: Target) => isUnknown && target.kind === 'person' && target.email === address
  return { input, options, isNew, isShown, active, current, take, type, pressed, paste, close: () => setIsOpen(false) }
}

function ChosenTargets({ add: { chosen, drop, isSharing } }: { add: AddPeople }) {
  const { t } = useLingui()
  return (
    <ul className="contents" aria-label={t`Share with`}>
      {chosen.map(({ target, problem }) => (
        <li
          key={keyOf(target)}
          className={`inline-flex min-h-7 max-w-full items-center rounded-full border ps-2 text-sm font-medium ${problem === undefined ? 'border-accent-line bg-accent-soft text-accent-text' : 'border-danger-line bg-danger-soft text-danger-text'}`}
        >
          <span className="truncate">{nameOf(target)}</span>
          <button
            type="button"
            className="grid size-7 flex-none place-items-center rounded-full pointer-coarse:size-(--tap)"
            aria-label={t`Take ${nameOf(target)} away`}
            onClick={() => drop(target)}
            disabled={isSharing}
          >
            <Icon icon={X} size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
