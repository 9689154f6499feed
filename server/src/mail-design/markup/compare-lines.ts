import type { DiffLine } from '@twofold/contract/mail-design/template-versions'
import { diffLines } from 'diff'

/** Milliseconds after which two texts count as having nothing in common: finding what they share takes longer the less that is. */
const longestComparison = 1000

export function compareLines(before: string, after: string): DiffLine[] {
  const parts = diffLines(before, after, { timeout: longestComparison }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]
  const lines: DiffLine[] = []
  let [old, next] = [0, 0]
  for (const part of parts) {
    const kind = part.added ? 'added' : part.removed ? 'removed' : 'same'
    for (const text of part.value.replace(/\n$/, '').split('\n')) {
      if (kind !== 'added') old += 1
      if (kind !== 'removed') next += 1
      lines.push({ kind, text, old_line: kind === 'added' ? null : old, new_line: kind === 'removed' ? null : next })
    }
  }
  return lines
}
