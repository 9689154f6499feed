import { createLiveValue } from './live-value.ts'
import { createStoredSetting } from './stored-setting.ts'

export interface Shortcut {
  /**
   * As in `KeyboardEvent.key`: the character, however it is typed. 'Ctrl+k': with Ctrl, or Cmd on a Mac. 'Shift+ArrowUp': with Shift, for keys that
   * type no character. Several keys do the same.
   */
  keys: readonly string[]
  description: string
  run: (key: string) => void
  /** Works while a dialog is open too. */
  inDialog: boolean
  /** The shortcut with Ctrl already has a meaning in fields, such as selecting all. */
  sparesFields: boolean
  /** Works in an empty line for text as well, since nothing that is written there begins with the key. */
  inEmptyLines: boolean
}

/** Keys without Ctrl or Alt get in the way of speech input and of some hands: everybody can switch them off (WCAG 2.1.4). */
export const shortcutSetting = createStoredSetting('shortcuts', ['enabled', 'disabled'], 'enabled')

const registered = createLiveValue<readonly Shortcut[]>([])

/** Keyboard shortcuts of the present screen, in order of registration. */
export const shortcuts = { get: registered.get, subscribe: registered.subscribe }

/** Listens for the key until the returned function is called. Of two for the same key the later one counts. */
export function addShortcut(shortcut: Shortcut): () => void {
  if (registered.get().length === 0) document.addEventListener('keydown', onKeyDown)
  registered.set([...registered.get(), shortcut])
  return () => {
    registered.set(registered.get().filter((other) => other !== shortcut))
    if (registered.get().length === 0) document.removeEventListener('keydown', onKeyDown)
  }
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.altKey) return
  const hasControl = event.ctrlKey || event.metaKey
  const target = event.composedPath()[0]
  const isField = takesText(target)
  const isEmpty = isEmptyLine(target)
  // Letters with Ctrl do not conflict with typing, so they work in fields too, and for people who switched the others off.
  if (!hasControl && (shortcutSetting.get() === 'disabled' || (isField && !isEmpty))) return
  const isShifted = event.shiftKey && event.key.length > 1
  const pressed = hasControl ? `Ctrl+${event.key.toLowerCase()}` : isShifted ? `Shift+${event.key}` : event.key
  const isDialogOpen = document.querySelector('[role=dialog], [role=alertdialog]') !== null
  const suits = ({ inDialog, sparesFields, inEmptyLines }: Shortcut) =>
    (inDialog || !isDialogOpen) && (!isField || (hasControl ? !sparesFields : inEmptyLines))
  const shortcut = registered.get().findLast((one) => one.keys.includes(pressed) && suits(one))
  if (!shortcut) return
  // The character must not end up in a field that the shortcut moves the focus to.
  event.preventDefault()
  shortcut.run(pressed)
}

/** Elements in which letters have a meaning already: fields, and lists with type-ahead. */
const textTakers = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox], [role=grid], [role=tree]'

function takesText(target: EventTarget | undefined) {
  return target instanceof Element && target.closest(textTakers) !== null && !target.matches('[type=checkbox], [type=radio], [type=button]')
}

/** A secret may begin with any character. */
const isEmptyLine = (target: EventTarget | undefined) =>
  target instanceof HTMLInputElement && ['text', 'email', 'search'].includes(target.type) && target.value === ''
