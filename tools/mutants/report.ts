import type { Mutant } from './make-mutants.ts'
import type { Verdict } from './try-mutants.ts'

/** Results of the mutants of one module or file. */
interface Counts {
  killed: number
  survived: number
  left: number
}

/** In percent, rounded down: 84.9 is not 85. Where none was tried, nothing was noticed either. */
export const scoreOf = ({ killed, survived }: Counts) => (killed + survived === 0 ? 0 : Math.floor((100 * killed) / (killed + survived)))

export function count(verdicts: readonly Verdict[]): Counts {
  const killed = verdicts.filter((verdict) => verdict === 'killed').length
  const left = verdicts.filter((verdict) => verdict === 'left').length
  return { killed, survived: verdicts.length - killed - left, left }
}

/** A line for each module, and one for each of its files where it has several. */
export function tableOf(rows: readonly { name: string; verdicts: readonly { file: string; verdict: Verdict }[] }[]): string[] {
  const lines = rows.flatMap(({ name, verdicts }) => {
    const files = Object.entries(Object.groupBy(verdicts, ({ file }) => file))
    const ofFiles = files.map(([file, own]) => [`  ${file}`, count((own ?? []).map(({ verdict }) => verdict))] as const)
    return [[name, count(verdicts.map(({ verdict }) => verdict))] as const, ...(files.length > 1 ? ofFiles : [])]
  })
  const width = Math.max(...lines.map(([name]) => name.length))
  const line = (name: string, cells: readonly (string | number)[]) =>
    `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(10)).join('')}`
  return [
    line('', ['mutants', 'killed', 'survived', 'score']),
    ...lines.map(([name, counts]) => line(name, [counts.killed + counts.survived, counts.killed, counts.survived, `${scoreOf(counts)} %`])),
  ]
}

export function survivorLine({ file, line, says }: Mutant, verdict: Verdict): string {
  return `${file}:${line}  ${says}${verdict === 'unreached' ? '  (no test comes here)' : ''}`
}

/** `outOf`: how many mutants there are, of which a sample may have been tried. */
export function totalLine(counts: Counts, outOf: number): string {
  const tried = counts.killed + counts.survived
  const part = tried < outOf ? `${tried} of ${outOf}` : `${tried}`
  return `${part} mutants, ${counts.killed} killed, ${counts.survived} survived, score ${scoreOf(counts)} %`
}
