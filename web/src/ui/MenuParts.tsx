import { type ComponentProps, createElement, type ReactNode, type RefObject, useRef } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { Icon } from './Icon.tsx'
import type { MenuItemProps, MenuProps } from './Menu.tsx'

interface OpenMenuProps extends Omit<MenuProps, 'trigger'> {
  button: RefObject<HTMLButtonElement | null>
  buttonId: string
  menuId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The entry that gets the focus; true: the menu as a whole. */
  autoFocus: 'first' | 'last' | true
  children: ReactNode
}

export function OpenMenu({
  button,
  buttonId,
  menuId,
  isOpen,
  onOpenChange,
  autoFocus,
  label,
  header,
  placement = 'bottom end',
  children,
}: OpenMenuProps) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <Popover
      className="ui-popover"
      trigger="MenuTrigger"
      triggerRef={button}
      scrollRef={list}
      aria-labelledby={buttonId}
      placement={placement}
      offset={6}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {header && <div className="ui-menu-header">{header}</div>}
      <AriaMenu
        ref={list}
        id={menuId}
        className="ui-menu"
        aria-label={label}
        aria-labelledby={buttonId}
        autoFocus={autoFocus}
        onClose={() => onOpenChange(false)}
      >
        {children}
      </AriaMenu>
    </Popover>
  )
}

export function Entry({ icon, danger = false, isCurrent = false, children, ...item }: MenuItemProps) {
  return (
    <AriaMenuItem
      {...item}
      className="ui-menu-item"
      textValue={children}
      data-danger={danger || undefined}
      {...(isCurrent && { 'data-current': true, render: renderCurrent })}
    >
      {icon && <Icon icon={icon} />}
      <span>{children}</span>
    </AriaMenuItem>
  )
}

/** React Aria passes no `aria-current` on to the element. */
const renderCurrent: NonNullable<ComponentProps<typeof AriaMenuItem>['render']> = (props) =>
  createElement('href' in props ? 'a' : 'div', { ...props, 'aria-current': 'page' })

export function EntrySeparator() {
  return <Separator className="ui-menu-separator" />
}
