/** Splits digits into groups that the eye can hold: 123 456, 12 345, 123 4567, 1234 5678, 123 456 789, 123 456 7890. */
export function groupDigits(digits: string): string {
  const sizes = groupSizes[digits.length]
  if (!sizes || !/^\d+$/.test(digits)) return digits
  let start = 0
  return sizes.map((size) => digits.slice(start, (start += size))).join(' ')
}

const groupSizes: Record<number, number[]> = { 5: [2, 3], 6: [3, 3], 7: [3, 4], 8: [4, 4], 9: [3, 3, 3], 10: [3, 3, 4] }

/** Groups of four, as secrets are printed. */
export function groupByFour(text: string): string {
  return text.match(/.{1,4}/gsu)?.join(' ') ?? ''
}
