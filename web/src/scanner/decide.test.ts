import { expect, test } from 'vitest'
import { decide } from './decide.ts'

const edge = 41
/** Numbers from 0 to 1 that are the same each time. */
function numbers(seed: number) {
  let state = seed
  return () => (state = (state * 16807) % 2147483647) / 2147483647
}

/** A made-up code whose modules run into one another, in a light that falls off, with grain. */
function measured(share: number, grain: number) {
  const random = numbers(7)
  const isBeside = (at: number) => Math.min(at % edge, Math.floor(at / edge), edge - 1 - (at % edge), edge - 1 - Math.floor(at / edge)) < 2
  const modules = Float64Array.from({ length: edge * edge }, (_, at) => (isBeside(at) || random() < 0.5 ? 1 : 0))
  const parts = [share, 1 - 2 * share, share]
  const at = (x: number, y: number) => modules[Math.min(Math.max(y, 0), edge - 1) * edge + Math.min(Math.max(x, 0), edge - 1)] ?? 0
  const values = modules.map((_, place) => {
    const [x, y] = [place % edge, Math.floor(place / edge)]
    const mixed = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => at(x + dx, y + dy) * (parts[dx + 1] ?? 0) * (parts[dy + 1] ?? 0)))
    const light = 1 - (0.5 * x) / edge
    return light * (40 + 120 * mixed.reduce((sum, one) => sum + one, 0)) + grain * (random() + random() + random() - 1.5)
  })
  const fixed = Int8Array.from(modules, (_, place) => (isBeside(place) ? 1 : 0))
  return { modules, grid: { values, edge }, fixed }
}

test('modules that run into one another are distinguished by how they would look together', () => {
  const { modules, grid, fixed } = measured(0.17, 8)
  const mean = grid.values.reduce((sum, one) => sum + one, 0) / grid.values.length
  const first = { values: grid.values.map((value) => value - mean), edge }
  const wrong = (values: Float64Array) => values.filter((value, at) => value > 0 !== (modules[at] === 1)).length
  expect(wrong(first.values)).toBeGreaterThan(100)
  expect(wrong(decide(grid, first, 0.17, fixed).values)).toBeLessThan(40)
})

test('the parts that every code has stay as they must be', () => {
  const { grid, fixed } = measured(0.2, 12)
  const opposite = fixed.map((one) => -one)
  const { values } = decide(grid, { values: grid.values, edge }, 0.2, opposite)
  expect([...values].every((value, at) => opposite[at] === 0 || Math.sign(value) === opposite[at])).toBe(true)
})
