import type { RequestContext } from './route.ts'

interface Opened<Answer> {
  answer: Answer
  /** For a browser. `maxAge` in seconds; absent: until the browser closes. */
  browserHalf?: { value: string; maxAge?: number }
}

/** Answers with a session that was just opened, and sets its cookie half. */
export function answerOpened<Answer>(
  { setSessionHalf }: Pick<RequestContext, 'setSessionHalf'>,
  { answer, browserHalf }: Opened<Answer>,
): Answer {
  if (browserHalf !== undefined) setSessionHalf(browserHalf.value, browserHalf.maxAge)
  return answer
}
