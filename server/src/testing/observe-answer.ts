import type pg from 'pg'

type Callback = (error: Error | null, answer?: pg.QueryResult) => void

const hasCallback = (statement: unknown): statement is { callback: Callback } =>
  typeof statement === 'object' && statement !== null && 'callback' in statement

/**
 * Calls `observe` when a statement is answered that `pg.Client.prototype.query` was given and answered `result` for: a promise, or the statement itself, which
 * then has a callback. Undefined: it failed.
 */
export function observeAnswer(statement: unknown, result: unknown, observe: (answer?: pg.QueryResult) => void): void {
  if (result instanceof Promise) {
    result.then(observe, () => observe())
  } else if (hasCallback(statement)) {
    const { callback } = statement
    statement.callback = (error, answer) => {
      observe(answer)
      callback(error, answer)
    }
  }
}
