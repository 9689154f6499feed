import './command-text.css'
import { useLingui } from '@lingui/react/macro'
import { CopyIconButton } from './CopyButton.tsx'
import { leftToRight } from './MachineText.tsx'

/** What somebody types at the host, whole on the narrowest screen. Each line is a command of its own. */
export function CommandText({ children }: { children: string }) {
  const { t } = useLingui()
  return (
    <div className={`ui-command-text ${leftToRight}`}>
      <pre>
        <code>{children}</code>
      </pre>
      <CopyIconButton text={children} label={t`Copy command`} />
    </div>
  )
}
