/** Values of modules, row by row: of a code and of what would be modules around it. */
export interface Grid {
  values: Float64Array
  edge: number
}

/** Number of times the light is measured, and of passes over the modules in between. */
const [rounds, passes] = [3, 8]
/** Modules within which the contrast is even, and within which the light is: a shine is small. */
const [evenContrast, evenLight] = [7, 4]
/** Grey values: less is no contrast. */
const leastContrast = 4

/**
 * Decides which modules are light, so that the rendered result, each module mixed with its neighbors by `share`, comes closest to `measured`. Starts
 * with `first`, whose signs mean light or dark, and flips modules one by one as long as that comes closer. If `fixed` is not 0, its sign is the
 * module's value.
 */
export function decide({ values, edge }: Grid, first: Grid, share: number, fixed: Int8Array): Grid {
  const light = first.values.map((value, at) => ((fixed[at] || value) > 0 ? 1 : 0))
  const parts = [share, 1 - 2 * share, share]
  // Share of a module's own value, and of each of its eight neighbors.
  const around = [-1, 0, 1].flatMap((dy) =>
    [-1, 0, 1].map((dx) => ({ step: dy * edge + dx, part: (parts[dx + 1] ?? 0) * (parts[dy + 1] ?? 0) })),
  )
  const inside = Array.from(values.keys()).filter((at) => fixed[at] === 0)
  for (let round = 0; round < rounds; round++) {
    const mixed = mix(light, edge, share)
    const { base, contrast } = fitLight(values, mixed, edge)
    const left = values.map((value, at) => value - (base[at] ?? 0) - (contrast[at] ?? 0) * (mixed[at] ?? 0))
    /** Change of the sum of squared residuals if a module flips. */
    const cost = (at: number, sign: number) => {
      let sum = 0
      for (const { step, part } of around) {
        const change = sign * part * (contrast[at + step] ?? 0)
        sum += change * change - 2 * change * (left[at + step] ?? 0)
      }
      return sum
    }
    let turned = 0
    for (let pass = 0, before = -1; pass < passes && turned !== before; pass++) {
      before = turned
      for (const at of inside) {
        const sign = light[at] === 1 ? -1 : 1
        if (cost(at, sign) >= 0) continue
        light[at] = sign === 1 ? 1 : 0
        for (const { step, part } of around) left[at + step] = (left[at + step] ?? 0) - sign * part * (contrast[at + step] ?? 0)
        turned += 1
      }
    }
    if (turned === 0) break
  }
  return { values: light.map((one) => one - 0.5), edge }
}

/** Modules after each was mixed with `share` of its neighbors on either side. */
function mix(light: Float64Array, edge: number, share: number): Float64Array {
  const along = (from: Float64Array, step: number) =>
    from.map((own, at) => {
      const place = step === 1 ? at % edge : Math.floor(at / edge)
      const before = place === 0 ? own : (from[at - step] ?? own)
      const after = place === edge - 1 ? own : (from[at + step] ?? own)
      return own * (1 - 2 * share) + (before + after) * share
    })
  return along(along(light, 1), edge)
}

/** Darkness of the dark and contrast of the light around each module: a linear regression of the measured on the mixed values nearby. */
function fitLight(values: Float64Array, mixed: Float64Array, edge: number) {
  const mean = (of: Float64Array, within: number) => meanOf(of, edge, within)
  const product = (one: Float64Array, other: Float64Array) => one.map((value, at) => value * (other[at] ?? 0))
  const [value, mix] = [mean(values, evenContrast), mean(mixed, evenContrast)]
  const [both, square] = [mean(product(values, mixed), evenContrast), mean(product(mixed, mixed), evenContrast)]
  const contrast = value.map((one, at) => {
    const spread = (square[at] ?? 0) - (mix[at] ?? 0) ** 2
    return Math.max(leastContrast, ((both[at] ?? 0) - one * (mix[at] ?? 0)) / Math.max(1e-4, spread))
  })
  const base = mean(
    values.map((one, at) => one - (contrast[at] ?? 0) * (mixed[at] ?? 0)),
    evenLight,
  )
  return { base, contrast }
}

/** The mean of the square around each module that reaches `within` modules far. */
function meanOf(values: Float64Array, edge: number, within: number): Float64Array {
  const along = (from: Float64Array, step: number) =>
    from.map((_, at) => {
      const place = step === 1 ? at % edge : Math.floor(at / edge)
      const [least, most] = [Math.max(-place, -within), Math.min(edge - 1 - place, within)]
      let sum = 0
      for (let offset = least; offset <= most; offset++) sum += from[at + offset * step] ?? 0
      return sum / (most - least + 1)
    })
  return along(along(values, 1), edge)
}
