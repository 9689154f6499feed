import type { Token } from 'liquidjs'
import { LiquidError, Variable } from 'liquidjs'
import { checkingEngine, renderHtml, TemplateError } from './liquid.ts'

export interface TemplateProblem {
  kind: 'syntax' | 'not_available' | 'unknown_variable' | 'limit'
  message: string
  /** Both from 1. */
  line: number
  column: number
}

/**
 * What keeps `source` from being saved: errors of syntax, tags and filters that do not exist here, and variables that the event does not
 * have. Variables are looked at once the rest is right. Names are full: `user.name`, not `user`.
 */
export function checkTemplate(source: string, allowedVariables: readonly string[]): TemplateProblem[] {
  try {
    const { globals } = checkingEngine.analyzeSync(checkingEngine.parse(source))
    const unknown = Object.values(globals)
      .flat()
      .filter((variable) => !allowedVariables.includes(pathOf(variable)))
      .map((variable) => unknownVariable(variable))
    return unknown.length > 0 ? unknown.toSorted((a, b) => a.line - b.line || a.column - b.column) : checkLimits(source)
  } catch (error) {
    return parseProblems(error)
  }
}

/** Full names of the variables that `source` uses, as they first appear. `source` is sound. */
export function variablesOf(source: string): string[] {
  const { globals } = checkingEngine.analyzeSync(checkingEngine.parse(source))
  return [...new Set(Object.values(globals).flat().map(pathOf))]
}

function pathOf(variable: Variable): string {
  return variable.segments.map((segment) => (segment instanceof Variable ? '[]' : segment)).join('.')
}

function unknownVariable(variable: Variable): TemplateProblem {
  const message = `There is no variable "${String(variable)}" here.`
  return { kind: 'unknown_variable', message, line: variable.location.row, column: variable.location.col }
}

/** A loop without end shows only when it runs. */
function checkLimits(source: string): TemplateProblem[] {
  try {
    renderHtml(source, {})
    return []
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const [, line = '1', column = '1'] = /, line:(\d+), col:(\d+)$/.exec(error.message) ?? []
    return [{ kind: 'limit', message: 'The template takes too long or becomes too large.', line: Number(line), column: Number(column) }]
  }
}

function parseProblems(error: unknown): TemplateProblem[] {
  const errors: unknown[] = isList(error) ? error.errors : [error]
  const problems = errors.map(parseProblem)
  // The end of a block whose beginning was refused is no error of its own.
  const causes = problems.filter(({ message }) => !/^The tag "(?:end\w+|else|elsif|when)"/.test(message))
  return causes.length > 0 ? causes : problems
}

function isList(error: unknown): error is { errors: unknown[] } {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors)
}

function parseProblem(error: unknown): TemplateProblem {
  if (!LiquidError.is(error)) return { kind: 'limit', message: 'The template is too long.', line: 1, column: 1 }
  const [line, column] = positionOf(error.token)
  const message = error.message.replace(/, line:\d+, col:\d+$/, '')
  const [, tag] = /^tag "(.*)" not found$/s.exec(message) ?? []
  if (tag !== undefined) return { kind: 'not_available', message: `The tag "${tag}" is not available here.`, line, column }
  const [, filter] = /^undefined filter: (.*)$/s.exec(message) ?? []
  if (filter !== undefined) return { kind: 'not_available', message: `The filter "${filter}" is not available here.`, line, column }
  return { kind: 'syntax', message: message.slice(0, 300), line, column }
}

function positionOf(token: Token): [number, number] {
  const [line = 1, column = 1] = token.getPosition()
  return [line, column]
}
