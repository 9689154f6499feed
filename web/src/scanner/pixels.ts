/** Grey values, row by row: what a reader of QR codes looks at. */
export interface GreyPicture {
  pixels: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
}

export function toGrey({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): GreyPicture {
  const pixels = new Uint8ClampedArray(width * height)
  for (let at = 0, from = 0; at < pixels.length; at++, from += 4)
    // Weights of ITU-R BT.601, as fractions of 256.
    pixels[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8
  return { pixels, width, height }
}

/** Four bytes for each pixel, as the decoder takes them. */
export function toRgba({ pixels, width, height }: GreyPicture): { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number } {
  const data = new Uint8ClampedArray(pixels.length * 4).fill(255)
  for (let at = 0, to = 0; at < pixels.length; at++, to += 4) data[to] = data[to + 1] = data[to + 2] = pixels[at] ?? 0
  return { data, width, height }
}

/** The middle of each pixel and its eight neighbours: takes away grain and keeps edges. */
export function median({ pixels, width, height }: GreyPicture): GreyPicture {
  const next = pixels.slice()
  const near = new Uint8Array(9)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      for (let row = 0; row < 3; row++)
        for (let column = 0; column < 3; column++) near[row * 3 + column] = pixels[at + (row - 1) * width + column - 1] ?? 0
      next[at] = middleOf(near)
    }
  }
  return { pixels: next, width, height }
}

/** Pairs of places whose values change places when the first is the larger, after which the middle one of nine is at place 4. */
const exchanges = [1, 2, 4, 5, 7, 8, 0, 1, 3, 4, 6, 7, 1, 2, 4, 5, 7, 8, 0, 3, 5, 8, 4, 7, 3, 6, 1, 4, 2, 5, 4, 7, 4, 2, 6, 4, 4, 2]

function middleOf(near: Uint8Array): number {
  for (let step = 0; step < exchanges.length; step += 2) {
    const [first, second] = [exchanges[step] ?? 0, exchanges[step + 1] ?? 0]
    const [one, other] = [near[first] ?? 0, near[second] ?? 0]
    if (one <= other) continue
    near[first] = other
    near[second] = one
  }
  return near[4] ?? 0
}

/** Half as wide and as high, each pixel the mean of four: takes away grain and blur, and leaves a quarter of the work. */
export function halve({ pixels, width, height }: GreyPicture): GreyPicture {
  const [wide, high] = [Math.max(1, width >> 1), Math.max(1, height >> 1)]
  const next = new Uint8ClampedArray(wide * high)
  for (let y = 0, to = 0; y < high; y++) {
    for (let x = 0; x < wide; x++, to++) {
      const at = 2 * (y * width + x)
      next[to] = ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + width] ?? 0) + (pixels[at + width + 1] ?? 0)) >> 2
    }
  }
  return { pixels: next, width: wide, height: high }
}

/** Twice as wide and as high, with straight lines between the pixels: thin modules become wide enough to be measured. */
export function enlarge({ pixels, width, height }: GreyPicture): GreyPicture {
  const next = new Uint8ClampedArray(width * height * 4)
  for (let y = 0, to = 0; y < height * 2; y++) {
    // Three quarters of the nearer row and column, one of the other.
    const near = (y >> 1) * width
    const far = Math.min(Math.max((y >> 1) + (y % 2 === 0 ? -1 : 1), 0), height - 1) * width
    for (let x = 0; x < width * 2; x++, to++) {
      const column = x >> 1
      const beside = Math.min(Math.max(column + (x % 2 === 0 ? -1 : 1), 0), width - 1)
      const upper = (pixels[near + column] ?? 0) * 3 + (pixels[near + beside] ?? 0)
      next[to] = (upper * 3 + (pixels[far + column] ?? 0) * 3 + (pixels[far + beside] ?? 0)) >> 4
    }
  }
  return { pixels: next, width: width * 2, height: height * 2 }
}

/** Subtracts a blurred copy, `strength` times: gives soft edges back their contrast. `radius` in pixels. */
export function sharpen(picture: GreyPicture, strength: number, radius: number): GreyPicture {
  const soft = blur(blur(picture, radius), radius)
  const pixels = picture.pixels.map((value, at) => value + strength * (value - (soft.pixels[at] ?? 0)))
  return { ...picture, pixels }
}

/**
 * Leans a picture: a code that was photographed from the side is no square any more. `across` and `down` say by how much a row moves
 * against the one beneath it, and a column against the one beside it; `squeeze` makes it narrower (below 1) or wider.
 */
export function skew(picture: GreyPicture, { across = 0, down = 0, squeeze = 1 }): GreyPicture {
  const { width, height } = picture
  const [wide, high] = [width * squeeze + Math.abs(across) * height, height + Math.abs(down) * width]
  const [left, top] = [across < 0 ? -across * height : 0, down < 0 ? -down * width : 0]
  // The way back, from the leaning picture to the given one.
  const scale = squeeze - across * down
  return project(picture, Math.round(wide), Math.round(high), (x, y) => {
    const [dx, dy] = [x - left, y - top]
    const from = (dx - across * dy) / scale
    return [from, dy - down * from]
  })
}

/** The mean of a square of `2 × radius + 1` pixels, in time that does not depend on its size: first along rows, then along columns. */
function blur({ pixels, width, height }: GreyPicture, radius: number): GreyPicture {
  const along = (from: Uint8ClampedArray, length: number, lines: number, step: number, lineStep: number) => {
    const to = new Uint8ClampedArray(from.length)
    const at = (line: number, index: number) => from[line * lineStep + Math.min(Math.max(index, 0), length - 1) * step] ?? 0
    for (let line = 0; line < lines; line++) {
      let sum = 0
      for (let index = -radius; index <= radius; index++) sum += at(line, index)
      for (let index = 0; index < length; index++) {
        to[line * lineStep + index * step] = sum / (2 * radius + 1)
        sum += at(line, index + radius + 1) - at(line, index - radius)
      }
    }
    return to
  }
  return { pixels: along(along(pixels, width, height, 1, width), height, width, width, 1), width, height }
}

/** Fills a picture from the places of another one, between whose pixels it takes the mean. What lies outside becomes white. */
function project(
  { pixels, width, height }: GreyPicture,
  wide: number,
  high: number,
  source: (x: number, y: number) => [number, number],
): GreyPicture {
  const next = new Uint8ClampedArray(wide * high).fill(255)
  for (let y = 0, at = 0; y < high; y++) {
    for (let x = 0; x < wide; x++, at++) {
      const [fromX, fromY] = source(x, y)
      if (fromX < -0.5 || fromY < -0.5 || fromX > width - 0.5 || fromY > height - 0.5) continue
      const [left, top] = [Math.min(Math.max(fromX, 0), width - 1), Math.min(Math.max(fromY, 0), height - 1)]
      const [column, row] = [Math.floor(left), Math.floor(top)]
      const [right, below] = [Math.min(column + 1, width - 1), Math.min(row + 1, height - 1)]
      const [partX, partY] = [left - column, top - row]
      const upper = (pixels[row * width + column] ?? 0) * (1 - partX) + (pixels[row * width + right] ?? 0) * partX
      const lower = (pixels[below * width + column] ?? 0) * (1 - partX) + (pixels[below * width + right] ?? 0) * partX
      next[at] = upper * (1 - partY) + lower * partY
    }
  }
  return { pixels: next, width: wide, height: high }
}
