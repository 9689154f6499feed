import { type ActOptions, useAct } from './use-act.ts'

/** Something that is asked for when a person presses a button, and that changes nothing: a count, a trial, a file. Who asks shows the answer. */
export const useQuestion = <Answer, Input = void>(
  ask: (input: Input) => Promise<Answer>,
  failed: ActOptions<Answer, Input>['failed'],
  options?: Pick<ActOptions<Answer, Input>, 'duration' | 'onAnswer'>,
) => useAct({ send: ask, failed, said: false, renews: [], ...options })
