import { useLingui } from '@lingui/react/macro'
import { type ActOptions, useAct } from '../../kits/use-act.ts'
import { failureMessage } from '../../lib/api-error.ts'
import { toast } from '../../ui/toast.ts'
import { noteOperation } from './operations.ts'

type OperationOptions<Answer, Input> = Pick<ActOptions<Answer, Input>, 'send' | 'renews'> & {
  action: (input: Input) => string
  /** Recorded on success, and shown as a toast unless `said` is false. */
  done: (answer: Answer) => string
  said?: false
  failed: (reason: string) => string
}

/** An act that is noted in the list of operations, with how it went. */
export function useOperation<Answer, Input = void>({ action, done, said, failed, ...act }: OperationOptions<Answer, Input>) {
  const { t } = useLingui()
  return useAct<Answer, Input>({
    ...act,
    failed: false,
    said: said ?? done,
    onAnswer: (answer, input) => noteOperation({ action: action(input), result: done(answer), outcome: 'success' }),
    onRefused(error, input) {
      const result = failed(failureMessage(error, t`Unknown error`))
      noteOperation({ action: action(input), result, outcome: 'error' })
      toast.error(result)
    },
  })
}
