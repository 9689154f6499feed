import { useLingui } from '@lingui/react/macro'
import { messageOf, useAct } from '../kits/use-act.ts'
import { factorsQuery } from './factors.ts'

interface Change<Input, Answer> {
  run: (input: Input) => Promise<Answer>
  onDone?: (answer: Answer) => void
}

/** Changes what protects the sign-in; the page then shows what the server has. A `message` of the answer is shown. */
export function useFactorChange<Answer, Input = void>({ run, onDone }: Change<Input, Answer>) {
  const { t } = useLingui()
  return useAct({
    send: run,
    failed: t`This could not be saved. Please try again.`,
    said(answer) {
      const message = messageOf(answer)
      return message !== undefined && { message, duration: 3000 }
    },
    renews: [factorsQuery.queryKey],
    onAnswer: onDone,
  })
}
