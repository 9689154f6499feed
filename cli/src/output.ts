import { exit, stderr, stdout } from 'node:process'
import { eastAsianWidth } from 'get-east-asian-width'
import { asFailure, exits, type Failure } from './failure.ts'
import { visible, visibleLines } from './visible.ts'

let isJson = false

// The reader of a pipe, such as `head -1`, has what it wanted. Any other failure of stdout loses the result.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') exit()
  printFailure(asFailure(error))
  exit(exits.unexpected)
})
// The result still counts where nobody reads the words.
stderr.on('error', () => {})

/** Switches all output to JSON. */
export const printJson = (): void => void (isJson = true)

/** The result: as text for people and pipes, or whole. An empty text is no line, so that lines can be counted. */
export function print(text: string, whole: object): void {
  const shown = isJson ? JSON.stringify(whole) : visibleLines(text)
  if (shown !== '') stdout.write(`${shown}\n`)
}

/** Messages to the user, kept apart from the result. */
export function say(text: string): void {
  stderr.write(isJson ? `${JSON.stringify({ message: text })}\n` : `${visibleLines(text)}\n`)
}

export function printFailure({ message, code, exit }: Failure): void {
  stderr.write(isJson ? `${JSON.stringify({ error: { message, code, exit } })}\n` : `twofold: ${visibleLines(message)}\n`)
}

/** The text to go on with. GitHub blots it out of the log from then on: it reads stderr as well, and stdout may be caught in a variable. */
export function masked(code: string): string {
  const shown = visible(code)
  if (process.env['GITHUB_ACTIONS'] === 'true') stderr.write(`::add-mask::${shown}\n`)
  return shown
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cells of a terminal that the text takes: two for an emoji or a wide character, none for a mark that stands on another character. */
function cellsOf(text: string): number {
  let cells = 0
  for (const { segment } of graphemes.segment(text.normalize())) {
    if (/^\p{RGI_Emoji}$/v.test(segment)) cells += 2
    else for (const character of segment) cells += /[\p{Mn}\p{Me}]/u.test(character) ? 0 : eastAsianWidth(character.codePointAt(0) ?? 0)
  }
  return cells
}

/** Columns side by side. */
export function table(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(visible))
  const widths = (clean[0] ?? []).map((_, column) => Math.max(...clean.map((row) => cellsOf(row[column] ?? ''))))
  return clean
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - cellsOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
