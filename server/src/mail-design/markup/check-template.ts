import { LiquidError, type Variable } from 'liquidjs'
import { speak, spokenElsewhere, type Spoken } from '../../platform/spoken.ts'
import { type Analysis, AnalysisError, analyze, ExcessError } from './analyze-template.ts'
import { type MailData, renderHtml } from './liquid.ts'
import { TemplateError } from './template-error.ts'
import { nameOf, placeProblems, type TemplateField } from './place-problems.ts'

export interface TemplateProblem {
  kind: 'syntax' | 'not_available' | 'unknown_variable' | 'limit' | 'link'
  message: Spoken
  /** Both from 1. */
  line: number
  column: number
}

/** Problems listed per field: as many as somebody can fix before checking again. */
const mostProblems = 100

/**
 * Problems that keep `source` from being saved: syntax errors, unknown tags and filters, variables that the event does not have, and values in
 * forbidden places. Variables are checked once the rest is valid. Names are full: `user.name`, not `user`. `samples`: values to try it with.
 */
export function checkTemplate(
  source: string,
  allowedVariables: readonly string[],
  samples: MailData = {},
  field: TemplateField = 'html_content',
): TemplateProblem[] {
  try {
    const analysis = analyze(source)
    const unknown = analysis.variables.filter((variable) => !allowedVariables.includes(nameOf(variable)))
    if (unknown.length > 0) return inOrder(unknown.slice(0, mostProblems).map((one) => unknownVariable(one, analysis.placeOf)))
    const misplaced = placeProblems(source, field, analysis)
    return misplaced.length > 0 ? inOrder(misplaced.slice(0, mostProblems)) : checkLimits(source, samples)
  } catch (error) {
    return inOrder(problemsOf(error))
  }
}

/** Full names of the variables that `source` uses, as they first appear. `source` is sound. */
export function variablesOf(source: string): string[] {
  return [...new Set(analyze(source).variables.map(nameOf))]
}

const inOrder = (problems: TemplateProblem[]) => problems.toSorted((a, b) => a.line - b.line || a.column - b.column)

function unknownVariable(variable: Variable, placeOf: Analysis['placeOf']): TemplateProblem {
  const message = speak('markup.no_variable', { name: String(variable) })
  return { kind: 'unknown_variable', message, ...placeOf(variable.location.row, variable.location.col) }
}

/** A loop without end shows only when it runs, and one that a variable bounds only when that has a value. */
function checkLimits(source: string, samples: MailData): TemplateProblem[] {
  try {
    for (const data of [{}, samples]) renderHtml(source, data)
    return []
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const [, line = '1', column = '1'] = /, line:(\d+), col:(\d+)$/.exec(error.message) ?? []
    return [{ kind: 'limit', message: speak('markup.excessive'), line: Number(line), column: Number(column) }]
  }
}

function problemsOf(error: unknown): TemplateProblem[] {
  if (error instanceof ExcessError) return [{ kind: 'limit', message: error.said, ...error.place }]
  if (!(error instanceof AnalysisError)) throw error
  const errors: unknown[] = isList(error.cause) ? error.cause.errors : [error.cause]
  const problems = errors.slice(0, mostProblems).map((one) => parseProblem(one, error.placeOf))
  // The end of a block whose beginning was refused is no error of its own.
  const causes = problems.filter(({ message }) => !/^The tag "(?:end\w+|else|elsif|when)"/.test(message))
  return causes.length > 0 ? causes : problems
}

function isList(error: unknown): error is { errors: unknown[] } {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors)
}

function parseProblem(error: unknown, placeOf: Analysis['placeOf']): TemplateProblem {
  if (!LiquidError.is(error)) return { kind: 'limit', message: speak('markup.too_long'), line: 1, column: 1 }
  const [row = 1, col = 1] = error.token.getPosition()
  const place = placeOf(row, col)
  const message = error.message.replace(/, line:\d+, col:\d+$/, '')
  const [, tag] = /^tag "(.*)" not found$/s.exec(message) ?? []
  if (tag !== undefined) return { kind: 'not_available', message: speak('markup.no_tag', { name: tag }), ...place }
  const [, filter] = /^undefined filter: (.*)$/s.exec(message) ?? []
  if (filter !== undefined) return { kind: 'not_available', message: speak('markup.no_filter', { name: filter }), ...place }
  return { kind: 'syntax', message: spokenElsewhere(message.slice(0, 300)), ...place }
}
