import { type ReactNode, useState } from 'react'
import { FactorDialog } from './FactorDialog.tsx'

/** Asks for the second factor where a call wants it. False: the reader did not show it. */
export function useFactorQuestion(): { askFactor: () => Promise<boolean>; dialog: ReactNode } {
  const [answer, setAnswer] = useState<(isShown: boolean) => void>()
  const askFactor = () =>
    new Promise<boolean>((resolve) =>
      setAnswer(() => (isShown: boolean) => {
        setAnswer(undefined)
        resolve(isShown)
      }),
    )
  return { askFactor, dialog: answer && <FactorDialog onAnswer={answer} /> }
}
