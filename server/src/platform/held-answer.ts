/** An answer that something has to happen for first, for as long as the client stays. */
export class HeldAnswer<Answer> {
  readonly until: (gone: AbortSignal) => Promise<void>
  readonly answer: () => Promise<Answer | PendingAnswer<Answer>>

  constructor(until: (gone: AbortSignal) => Promise<void>, answer: () => Promise<Answer | PendingAnswer<Answer>>) {
    this.until = until
    this.answer = answer
  }
}

/** The request is still being worked on: 202. */
export class PendingAnswer<Answer> {
  readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
  }
}
