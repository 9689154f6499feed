import { useLingui } from '@lingui/react/macro'
import { Ellipsis } from '../ui/icons/Ellipsis.ts'
import { Eye } from '../ui/icons/Eye.ts'
import { LifeBuoy } from '../ui/icons/LifeBuoy.ts'
import { Pencil } from '../ui/icons/Pencil.ts'
import { RefreshCw } from '../ui/icons/RefreshCw.ts'
import { ScanEye } from '../ui/icons/ScanEye.ts'
import { Users } from '../ui/icons/Users.ts'
import { IconButton } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'

/** Actions on a key; each has a dialog. */
export type KeyAct = 'share' | 'people' | 'usage' | 'edit' | 'secret' | 'rotate' | 'backup-codes' | 'delete' | 'leave'

interface KeyMenuProps {
  name: string
  /** Only the owner decides about access. */
  isOwn: boolean
  onAct: (act: KeyAct) => void
}

/** Less common actions: the card has room for three buttons. */
export function KeyMenu({ name, isOwn, onAct }: KeyMenuProps) {
  const { t } = useLingui()
  return (
    <Menu trigger={<IconButton size="sm" icon={Ellipsis} label={t`More for ${name}`} />} label={t`More for ${name}`}>
      <MenuItem icon={Pencil} onAction={() => onAct('edit')}>
        {t`Edit`}
      </MenuItem>
      <MenuItem icon={Eye} onAction={() => onAct('secret')}>
        {t`Secret and QR code`}
      </MenuItem>
      <MenuItem icon={LifeBuoy} onAction={() => onAct('backup-codes')}>
        {t`Backup codes`}
      </MenuItem>
      {isOwn && (
        <MenuItem icon={RefreshCw} onAction={() => onAct('rotate')}>
          {t`Replace the secret`}
        </MenuItem>
      )}
      {isOwn && (
        <MenuItem icon={Users} onAction={() => onAct('people')}>
          {t`People with access`}
        </MenuItem>
      )}
      {isOwn && (
        <MenuItem icon={ScanEye} onAction={() => onAct('usage')}>
          {t`Who used it`}
        </MenuItem>
      )}
    </Menu>
  )
}
