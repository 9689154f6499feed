import './command-text.css'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { CopyIconButton } from './CopyButton.tsx'
import { leftToRight } from './MachineText.tsx'

/** Commands to type on the host, unwrapped even on narrow screens. One command per line. */
export function CommandText({ children }: { children: string }) {
  const { t } = useLingui()
  const id = useId()
  return (
    <div className={`ui-command-text ${leftToRight}`}>
      <pre>
        <code id={id}>{children}</code>
      </pre>
      <CopyIconButton text={children} label={t`Copy command`} of={id} />
    </div>
  )
}
