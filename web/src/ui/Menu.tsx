import './menu.css'
import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, createElement, type ReactElement, type ReactNode, useState } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { Icon } from './Icon.tsx'
import { changeOpen } from './opening.ts'

type MenuProps = {
  /** The button that opens it: `Button` or `IconButton`. */
  trigger: ReactElement
  label: string
  /** Above the entries: who or what they are about. */
  header?: ReactNode
  placement?: 'bottom start' | 'bottom end'
  children: ReactNode
}

/** Acts on something: `<Menu trigger={…} label="Key"><MenuItem onAction={edit}>Edit</MenuItem></Menu>`. */
export function Menu({ trigger, label, header, placement = 'bottom end', children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={(open) => changeOpen(open, setIsOpen)}>
      {trigger}
      <Popover className="ui-popover" placement={placement} offset={6}>
        {header && <div className="ui-menu-header">{header}</div>}
        <AriaMenu className="ui-menu" aria-label={label}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

type MenuItemProps = {
  icon?: LucideIcon
  danger?: boolean
  isCurrent?: boolean
  onAction?: () => void
  /** A screen of ours; the entry is then a real link. */
  href?: string
  isDisabled?: boolean
  children: string
}

export function MenuItem({ icon, danger = false, isCurrent = false, children, ...item }: MenuItemProps) {
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

export function MenuSeparator() {
  return <Separator className="ui-menu-separator" />
}
