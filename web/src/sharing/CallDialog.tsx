import type { ComponentProps } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'
import { useAct } from '../kits/use-act.ts'

interface CallDialogProps extends Omit<ComponentProps<typeof AskDialog>, 'act' | 'input' | 'onDone'> {
  /** The call that is asked about; what it answers is said. */
  run: () => Promise<{ message: string }>
  /** What is said when it fails without saying why. */
  failure: string
  /** Reloads what the call has changed. */
  reload: () => Promise<unknown>
}

/** A question whose answer is one call. */
export function CallDialog({ run, failure, reload, ...question }: CallDialogProps) {
  const act = useAct({ send: run, failed: failure, renews: [] })
  return <AskDialog {...question} act={act} onDone={() => void reload()} />
}
