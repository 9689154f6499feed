/** Lets one at a time through, in the order of asking. */
export function createLock() {
  let last: Promise<unknown> = Promise.resolve()

  return {
    /** Resolves with the way to let the next one through, once it is the caller's turn. */
    async enter(): Promise<() => void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const turn = last
      last = promise
      await turn
      return resolve
    },
  }
}

export type Lock = ReturnType<typeof createLock>
