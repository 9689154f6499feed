/** Grey values, row by row: what a reader of QR codes looks at. */
export interface GreyPicture {
  pixels: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
}

/** Four bytes for each pixel: an `ImageData`, or what was drawn outside of a browser. */
export interface Picture {
  data: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
}

export function toGrey({ data, width, height }: Picture): GreyPicture {
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
  const soft = soften(picture, radius)
  const pixels = picture.pixels.map((value, at) => value + strength * (value - (soft.pixels[at] ?? 0)))
  return { ...picture, pixels }
}

/** Nearly a bell-shaped blur. `radius` in pixels. */
export const soften = (picture: GreyPicture, radius: number): GreyPicture => blur(blur(picture, radius), radius)

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
export function project(
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
