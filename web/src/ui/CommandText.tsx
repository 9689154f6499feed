import './command-text.css'
import { leftToRight } from './MachineText.tsx'

/** What somebody types at the host, whole on the narrowest screen. Each line is a command of its own. */
export function CommandText({ children }: { children: string }) {
  return (
    <pre className={`ui-command-text ${leftToRight}`}>
      <code>{children}</code>
    </pre>
  )
}
