/** A figure beside what the project wants of it. */
export interface Aim {
  name: string
  value: number
  /** How it is written; two decimals unless told otherwise. */
  text?: string
  /** Both alike: exactly this. Neither: printed for what it tells. */
  atLeast?: number
  atMost?: number
}

/** Rows of equal length below `head`: the first column to the left, figures to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
    console.log(`  ${cells.join('  ').trimEnd()}`)
  }
}

/** Whether it is met is printed and nothing more: a busy machine must not fail a build. */
export function printAims(aims: readonly Aim[]): void {
  console.log()
  printTable(
    ['', 'measured', 'aim', ''],
    aims.map((aim) => [aim.name, aim.text ?? aim.value.toFixed(2), ...verdict(aim)]),
  )
}

function verdict({ value, atLeast, atMost }: Aim): [aim: string, verdict: string] {
  if (atLeast === undefined && atMost === undefined) return ['none', '']
  const isMet = value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity)
  const aim = atLeast === undefined ? `≤ ${atMost}` : atLeast === atMost ? `= ${atLeast}` : `≥ ${atLeast}`
  return [aim, isMet ? '✓' : '✗']
}
