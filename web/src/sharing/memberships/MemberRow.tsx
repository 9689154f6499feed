import { Trans, useLingui } from '@lingui/react/macro'
import type { GroupMember } from '@twofold/contract/sharing/memberships'
import { UserCheck } from '../../ui/icons/UserCheck.ts'
import { UserMinus } from '../../ui/icons/UserMinus.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Face } from '../../ui/Face.tsx'
import { When } from '../../ui/When.tsx'
import { Row } from '../../ui/Row.tsx'

interface MemberRowProps {
  member: GroupMember
  onConfirm: () => void
  onRemove: () => void
}

export function MemberRow({ member: { email, name, added_at: addedAt }, onConfirm, onRemove }: MemberRowProps) {
  const { t } = useLingui()
  const who = name?.trim() || email
  return (
    <Row>
      <Face name={who} size="sm" />
      <div>
        <p className="font-medium">{who}</p>
        <p className="text-sm text-text-2">
          {who !== email && <>{email} · </>}
          <Trans>
            Added <When at={addedAt} />
          </Trans>
        </p>
      </div>
      <div className="flex gap-1">
        {name === null && <IconButton size="sm" icon={UserCheck} label={t`Confirm who signed up as ${email}`} onPress={onConfirm} />}
        <IconButton size="sm" icon={UserMinus} label={t`Remove ${who}`} onPress={onRemove} />
      </div>
    </Row>
  )
}
