import { currentSpan, errorType } from './tracing.ts'

/** Statements whose names are kept; each text is looked at once. */
const mostKnown = 1000
const longestText = 2000

interface Named {
  name: string
  text: string
}

const known = new Map<string, Named>()

/** A name that few statements share, and the text without anything that is a value. */
function nameOf(statement: string): Named {
  const found = known.get(statement)
  if (found !== undefined) return found
  const text = statement
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const [, table = ''] = /\b(?:from|into|update|join)\s+"?(\w+)"?/i.exec(text) ?? []
  const named = {
    name: [(/^\w+/.exec(text)?.[0] ?? 'statement').toLowerCase(), table].filter(Boolean).join(' '),
    text: text.slice(0, longestText),
  }
  if (known.size >= mostKnown) known.delete(known.keys().next().value ?? '')
  known.set(statement, named)
  return named
}

/** Runs one statement as a part of the current span, if there is one that is recorded. What it is given as parameters is not looked at. */
export function traceStatement<T>(statement: unknown, run: () => T): T {
  const parent = currentSpan()
  if (parent?.isSampled !== true || typeof statement !== 'string') return run()
  const { name, text } = nameOf(statement)
  const span = parent.begin({ name, kind: 'client', attributes: { 'db.system.name': 'postgresql', 'db.query.text': text } })
  const result = run()
  if (!(result instanceof Promise)) span.end()
  else {
    result.then(
      () => span.end(),
      (error: unknown) => {
        span.fail(errorType(error))
        span.end()
      },
    )
  }
  return result
}
