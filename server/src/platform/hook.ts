/** For `hears` of a noun: binds its listener when the application is put together. */
export type Hearing = () => void

/** Something that one noun announces and nouns above it act on, in the transaction of its cause. */
export interface Hook<Input extends unknown[]> {
  run: (...input: Input) => Promise<void>
  heardBy: (listener: (...input: Input) => Promise<unknown>) => Hearing
}

/** Something that one noun has to know and a noun above it knows. */
export interface Question<Input extends unknown[], Answer> {
  ask: (...input: Input) => Answer
  answeredBy: (answer: (...input: Input) => Answer) => Hearing
}

/** Throws without a listener: an announcement must not be lost. */
export function createHook<Input extends unknown[]>(name: string): Hook<Input> {
  const listeners: ((...input: Input) => Promise<unknown>)[] = []
  return {
    async run(...input) {
      if (listeners.length === 0) throw new Error(`No noun hears of ${name}.`)
      await Promise.all(listeners.map((listener) => listener(...input)))
    },
    heardBy: (listener) => () => void listeners.push(listener),
  }
}

/** Throws when no noun answers, and when a second one would. */
export function createQuestion<Input extends unknown[], Answer>(name: string): Question<Input, Answer> {
  let found: ((...input: Input) => Answer) | undefined
  return {
    ask(...input) {
      if (found === undefined) throw new Error(`No noun answers ${name}.`)
      return found(...input)
    },
    answeredBy: (answer) => () => {
      if (found !== undefined) throw new Error(`Two nouns answer ${name}.`)
      found = answer
    },
  }
}
