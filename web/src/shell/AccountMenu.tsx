import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { openHelper } from '../lib/helper-dialog.ts'
import { Face } from '../ui/Face.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ChevronDown } from '../ui/icons/ChevronDown.ts'
import { Keyboard } from '../ui/icons/Keyboard.ts'
import { LogOut } from '../ui/icons/LogOut.ts'
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu.tsx'

interface AccountMenuProps {
  /** Name whose initial is drawn. */
  face: string
  /** Label of the button. */
  name: string
  /** Undefined until loaded. */
  person: { name: string; email: string } | undefined
  /** Behind the entries that every account has. */
  last?: ReactNode
  onSignOut: () => void
  /** The entries above those that every account has. */
  children: ReactNode
}

/** The account in the header: pages about it, how the page is used, and the way out. */
export function AccountMenu({ face, name, person, last, onSignOut, children }: AccountMenuProps) {
  const { t } = useLingui()
  const trigger = (
    <AriaButton className="header-user">
      <Face name={face} letters={1} />
      <span className="sr-only">{t`Account menu`}: </span>
      <span className="header-user-name">{name}</span>
      <Icon icon={ChevronDown} />
    </AriaButton>
  )
  return (
    <Menu
      trigger={trigger}
      label={t`Account`}
      header={
        person && (
          <>
            <span className="font-medium">{person.name}</span>
            <span className="text-sm text-text-2">{person.email}</span>
          </>
        )
      }
    >
      {children}
      <MenuItem icon={Keyboard} onAction={openHelper}>
        {t`Keyboard and display`}
      </MenuItem>
      {last}
      <MenuSeparator />
      <MenuItem icon={LogOut} onAction={onSignOut}>
        {t`Sign Out`}
      </MenuItem>
    </Menu>
  )
}
