import './menu.css'
import { useLingui } from '@lingui/react/macro'
import type { Outline } from './Icon.tsx'
import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import { ButtonContext, type PressEvent } from 'react-aria-components/Button'
import type * as Parts from './MenuParts.tsx'
import { changeOpen } from './opening.ts'
import { toast } from './toast.ts'

export interface MenuProps {
  /** The button that opens it: `Button` or `IconButton`. */
  trigger: ReactElement
  label: string
  /** Above the entries: who or what they are about. */
  header?: ReactNode
  placement?: 'bottom start' | 'bottom end'
  children: ReactNode
}

let parts: typeof Parts | undefined

/** Fetches what menus open with: 42 kB that no screen shows at first. */
export async function loadMenus(): Promise<void> {
  parts ??= await import('./MenuParts.tsx')
}

const loadSoon = () => void loadMenus().catch(() => {})

/** The entry that gets the focus when a key opens the menu. */
const openingKeys = new Map<string, 'first' | 'last'>([
  ['Enter', 'first'],
  [' ', 'first'],
  ['ArrowDown', 'first'],
  ['ArrowUp', 'last'],
])

/** Acts on something: `<Menu trigger={…} label="Key"><MenuItem onAction={edit}>Edit</MenuItem></Menu>`. */
export function Menu({ trigger, ...menu }: MenuProps) {
  const { t } = useLingui()
  const [buttonId, menuId] = [useId(), useId()]
  const button = useRef<HTMLButtonElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const [autoFocus, setAutoFocus] = useState<'first' | 'last' | true>(true)

  async function open(focused: 'first' | 'last' | true) {
    try {
      await loadMenus()
    } catch {
      toast.error(t`The server cannot be reached. Check your connection and try again.`)
      return
    }
    setWasOpened(true)
    setAutoFocus(focused)
    changeOpen(true, setIsOpen)
  }

  /** By mouse and key on the way down, by touch on the way up, as in an operating system's menus. */
  function press({ pointerType }: PressEvent) {
    // It gets the focus back when the menu closes.
    button.current?.focus({ preventScroll: true })
    void open(pointerType === 'virtual' ? 'first' : true)
  }

  return (
    <>
      <ButtonContext
        value={{
          ref: button,
          id: buttonId,
          'aria-haspopup': true,
          'aria-expanded': isOpen,
          ...(isOpen && { 'aria-controls': menuId }),
          preventFocusOnPress: true,
          onHoverStart: loadSoon,
          onFocus: loadSoon,
          onPressStart: (event) => event.pointerType !== 'touch' && event.pointerType !== 'keyboard' && press(event),
          onPress: (event) => event.pointerType === 'touch' && press(event),
          onKeyDown(event) {
            const focused = openingKeys.get(event.key)
            if (!focused) return event.continuePropagation()
            event.preventDefault()
            void open(focused)
          },
        }}
      >
        {trigger}
      </ButtonContext>
      {wasOpened && parts && (
        <parts.OpenMenu
          {...menu}
          {...{ button, buttonId, menuId, isOpen, autoFocus }}
          onOpenChange={(willBeOpen) => changeOpen(willBeOpen, setIsOpen)}
        />
      )}
    </>
  )
}

export interface MenuItemProps {
  icon?: Outline
  danger?: boolean
  isCurrent?: boolean
  onAction?: () => void
  /** A screen of ours; the entry is then a real link. */
  href?: string
  isDisabled?: boolean
  children: string
}

/** Nothing of a menu is drawn before its parts are there. */
export const MenuItem = (props: MenuItemProps) => parts && <parts.Entry {...props} />

export const MenuSeparator = () => parts && <parts.EntrySeparator />
