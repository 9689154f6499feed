import { useLingui } from '@lingui/react/macro'
import type { RequestedPermission } from '@twofold/contract/keys'
import { ChevronDown } from '../../ui/icons/ChevronDown.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { MenuChoices } from '../../ui/MenuChoices.tsx'

interface LevelMenuProps {
  value: RequestedPermission
  onChoose: (level: RequestedPermission) => void
  /** Name of the recipient; absent: the people about to get the key. */
  who?: string
  pending?: boolean
}

/** Sets a recipient's permission, with a sentence for each level. */
export function LevelMenu({ value, onChoose, who, pending = false }: LevelMenuProps) {
  const { t } = useLingui()
  const names: Record<RequestedPermission, string> = { view: t`View Only`, admin: t`Admin` }
  const name = names[value]
  const label = t`Access Level`
  return (
    <Menu
      label={label}
      placement="bottom start"
      trigger={
        <Button
          size="sm"
          variant="pill"
          data-tone={who === undefined ? undefined : value}
          data-stop=""
          aria-label={who === undefined ? t`${name}: access level` : t`${name}: access level of ${who}`}
          pending={pending}
        >
          {name} <Icon icon={ChevronDown} size={14} />
        </Button>
      }
    >
      <MenuChoices
        label={label}
        value={value}
        onChoose={onChoose}
        choices={[
          { value: 'view', label: names.view, detail: `${t`Read access`}. ${t`Sees and copies codes. Never sees the secret.`}` },
          {
            value: 'admin',
            label: names.admin,
            detail: `${t`Full control`}. ${t`Also edits the key and reveals its secret with their PIN. Can’t share or delete it.`}`,
          },
        ]}
      />
    </Menu>
  )
}
