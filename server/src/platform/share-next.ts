/**
 * Lets concurrent callers share one run of `work`. A caller during a run gets the following one: an answer must not predate its question.
 */
export function shareNext<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> | undefined
  let next: Promise<Answer> | undefined

  function run(): Promise<Answer> {
    next = undefined
    const answer = work()
    const end = answer.then(
      () => {},
      () => {},
    )
    running = end
    void end.then(() => {
      if (running === end) running = undefined
    })
    return answer
  }
  return () => {
    if (running === undefined) return run()
    next ??= running.then(run)
    return next
  }
}
