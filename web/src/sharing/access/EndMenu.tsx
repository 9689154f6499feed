import { useLingui } from '@lingui/react/macro'
import { ChevronDown } from '../../ui/icons/ChevronDown.ts'
import { Clock } from '../../ui/icons/Clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { MenuChoices } from '../../ui/MenuChoices.tsx'
import type { ExpiryChoice } from '../grants/expiry.ts'
import { useEndChoices } from '../grants/use-end-choices.ts'

interface EndMenuProps {
  /** Label of the button. */
  text: string
  /** `soon`: within days. */
  tone?: 'soon' | 'over' | undefined
  /** The choice that holds, where one was made here. */
  value?: ExpiryChoice
  onChoose: (choice: ExpiryChoice) => void
  /** Name of the recipient; absent: the people about to get the key. */
  who?: string
  pending?: boolean
  /** Whether it is the tab stop of its row. */
  isStop?: boolean
}

/** Sets the expiry of access. */
export function EndMenu({ text, tone, value, onChoose, who, pending = false, isStop = who === undefined }: EndMenuProps) {
  const { t } = useLingui()
  const label = t`Access ends`
  return (
    <Menu
      label={label}
      placement="bottom start"
      trigger={
        <Button
          size="sm"
          variant="pill"
          data-tone={tone}
          data-quiet={who === undefined ? undefined : ''}
          data-end=""
          pending={pending}
          excludeFromTabOrder={!isStop}
          data-stop={isStop ? '' : undefined}
          aria-label={who === undefined ? t`${text}: when access ends` : t`${text}: when the access of ${who} ends`}
        >
          <Icon icon={Clock} size={14} /> {text} {who === undefined && <Icon icon={ChevronDown} size={14} />}
        </Button>
      }
    >
      <MenuChoices label={label} value={value} onChoose={onChoose} choices={useEndChoices()} />
    </Menu>
  )
}
