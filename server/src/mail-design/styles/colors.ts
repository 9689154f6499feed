type Rgb = readonly [red: number, green: number, blue: number]

function parse(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function format(rgb: Rgb): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

/** `share` of `b` (0 to 1) and the rest of `a`. Colors are `#rrggbb`. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [parse(a), parse(b)]
  const channel = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share
  return format([channel(0), channel(1), channel(2)])
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function luminance(colour: string): number {
  const linear = parse(colour).map((channel) => {
    const part = channel / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = linear
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

/** On a dark background text is readable if it is lighter, not darker. */
export function isDark(colour: string): boolean {
  return luminance(colour) < 0.18
}

export function leastContrast(colour: string, grounds: readonly string[]): number {
  return Math.min(...grounds.map((ground) => contrast(colour, ground)))
}

/** `colour`, or the nearest to it on the way to black or white that has `ratio` against every one of `grounds`. */
export function readableOn(grounds: readonly string[], colour: string, ratio: number): string {
  const least = (candidate: string) => leastContrast(candidate, grounds)
  if (least(colour) >= ratio) return colour
  const ends = ['#000000', '#ffffff'].toSorted((a, b) => least(b) - least(a))
  for (let share = 0.04; share < 1; share += 0.04) {
    const candidate = ends.map((end) => mix(colour, end, share)).find((shade) => least(shade) >= ratio)
    if (candidate) return candidate
  }
  return ends[0] ?? '#000000'
}
