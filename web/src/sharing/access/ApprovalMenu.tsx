import { useLingui } from '@lingui/react/macro'
import type { TakeApproval } from '@twofold/contract/service-accounts'
import type { Share } from '@twofold/contract/sharing/grants'
import { ChevronDown } from '../../ui/icons/ChevronDown.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { MenuChoices } from '../../ui/MenuChoices.tsx'

export type Terms = Pick<NonNullable<Share['service_account']>, 'approval' | 'four_eyes'>

interface ApprovalMenuProps {
  value: Terms
  onChoose: (terms: Partial<Terms>) => void
  /** Name of the service account. */
  who: string
  pending: boolean
}

/** Whether somebody has to approve before a service account gets a code, and who may not. */
export function ApprovalMenu({ value: { approval, four_eyes: isByOthers }, onChoose, who, pending }: ApprovalMenuProps) {
  const { t } = useLingui()
  const names: Record<TakeApproval, string> = { none: t`No approval`, each: t`Approve each code`, per_run: t`Approve each run` }
  const name = names[approval]
  return (
    <Menu
      label={t`Approval`}
      placement="bottom start"
      trigger={
        <Button size="sm" variant="pill" data-stop="" aria-label={t`${name}: approval of ${who}`} pending={pending}>
          {name} <Icon icon={ChevronDown} size={14} />
        </Button>
      }
    >
      <MenuChoices
        label={t`Approval`}
        value={approval}
        onChoose={(chosen) => onChoose({ approval: chosen })}
        choices={[
          { value: 'none', label: names.none, detail: t`It takes codes by itself. It never sees the secret.` },
          { value: 'each', label: names.each, detail: t`You, or somebody with full control, approve every single code.` },
          { value: 'per_run', label: names.per_run, detail: t`One approval counts for an hour for the same verified run.` },
        ]}
      />
      {approval !== 'none' && (
        <MenuChoices
          label={t`Who approves`}
          value={isByOthers ? 'others' : 'anybody'}
          onChoose={(chosen) => onChoose({ four_eyes: chosen === 'others' })}
          choices={[
            { value: 'anybody', label: t`Anybody with full control` },
            { value: 'others', label: t`Two people`, detail: t`The person who made the token or the rule cannot approve.` },
          ]}
        />
      )}
    </Menu>
  )
}
