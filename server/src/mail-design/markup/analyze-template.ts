import { Tokenizer, TokenKind, type Variable } from 'liquidjs'
import { type Spoken } from '../../platform/spoken.ts'
import { checkingEngine } from './liquid.ts'
import { TemplateError } from './template-error.ts'
import { excessOf } from './template-bounds.ts'

export interface Place {
  /** Both from 1. */
  line: number
  column: number
}

export interface Analysis {
  variables: Variable[]
  /** Maps a line and column of the analysis, or of its error, to the place in the template. */
  placeOf: (line: number, column: number) => Place
}

/** Thrown in place of the library's error, with the way back to where it is. */
export class AnalysisError extends Error {
  override name = 'AnalysisError'
  readonly placeOf: Analysis['placeOf']

  constructor(cause: unknown, placeOf: Analysis['placeOf']) {
    super('The template cannot be parsed.', { cause })
    this.placeOf = placeOf
  }
}

/** Thrown for what is not parsed at all. */
export class ExcessError extends TemplateError {
  readonly place: Place

  constructor(said: Spoken, place: Place) {
    super(said)
    this.place = place
  }
}

/**
 * The variables that `source` uses. For each of them the library counts lines from the top, and it reports each error with its surrounding text; so
 * it is given only the tags and outputs. Throws `ExcessError`, `AnalysisError`.
 */
export function analyze(source: string): Analysis {
  const excess = excessOf(source)
  if (excess !== undefined) throw new ExcessError(excess.message, placeAt(source, excess.at))
  const { code, placeOf } = codeOf(source)
  try {
    const { globals } = checkingEngine.analyzeSync(checkingEngine.parse(code))
    return { variables: Object.values(globals).flat(), placeOf }
  } catch (error) {
    throw new AnalysisError(error, placeOf)
  }
}

/** `source` with a line break in place of each text between its tags. As it is, where it cannot be taken apart. */
function codeOf(source: string): { code: string } & Pick<Analysis, 'placeOf'> {
  const pieces: { from: number; at: number }[] = []
  let code = ''
  try {
    for (const { kind, begin, end } of new Tokenizer(source).readTopLevelTokens(checkingEngine.options)) {
      pieces.push({ from: code.length, at: begin })
      code += kind === TokenKind.HTML ? '\n' : source.slice(begin, end)
    }
  } catch {
    return { code: source, placeOf: (line, column) => ({ line, column }) }
  }
  const placeOf = (line: number, column: number) => {
    const index = indexOf(code, line, column)
    const piece = pieces.findLast(({ from }) => from <= index)
    return placeAt(source, piece === undefined ? index : piece.at + index - piece.from)
  }
  return { code, placeOf }
}

export function indexOf(text: string, line: number, column: number): number {
  let start = 0
  for (let number = 1; number < line; number += 1) start = text.indexOf('\n', start) + 1
  return start + column - 1
}

export function placeAt(source: string, index: number): Place {
  const before = source.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}
