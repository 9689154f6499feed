import pg from 'pg'
import { onTestFinished } from 'vitest'
import { currentPerson } from '../platform/person.ts'

/** Statements that requests send from now on, until the test ends. What nodes and jobs do by themselves is none. */
export function countStatements(): { readonly statements: string[]; reset(): void } {
  let statements: string[] = []
  const send = pg.Client.prototype.query as (this: pg.Client, ...input: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    const [query] = input as [string | { text: string }]
    const text = (typeof query === 'string' ? query : query.text).replaceAll(/\s+/g, ' ').trim()
    if (/^(account|address) /.test(currentPerson())) statements.push(text.slice(0, 100))
    return send.apply(this, input)
  } as typeof pg.Client.prototype.query
  onTestFinished(() => void (pg.Client.prototype.query = send as typeof pg.Client.prototype.query))
  return {
    get statements() {
      return statements
    },
    reset: () => void (statements = []),
  }
}
