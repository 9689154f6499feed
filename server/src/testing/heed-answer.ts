import type pg from 'pg'

type Callback = (error: Error | null, answer?: pg.QueryResult) => void

const hasCallback = (statement: unknown): statement is { callback: Callback } =>
  typeof statement === 'object' && statement !== null && 'callback' in statement

/**
 * Calls `heed` when a statement is answered that `pg.Client.prototype.query` was given and answered `result` for: a promise, or the statement itself, which
 * then has a callback. Undefined: it failed.
 */
export function heedAnswer(statement: unknown, result: unknown, heed: (answer?: pg.QueryResult) => void): void {
  if (result instanceof Promise) {
    result.then(heed, () => heed())
  } else if (hasCallback(statement)) {
    const { callback } = statement
    statement.callback = (error, answer) => {
      heed(answer)
      callback(error, answer)
    }
  }
}
