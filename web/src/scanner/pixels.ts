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
export function median(picture: GreyPicture): GreyPicture {
  const near = new Uint8Array(9)
  return eachPixel(picture, (look, x, y) => {
    for (let index = 0; index < 9; index++) near[index] = look(x + (index % 3) - 1, y + Math.floor(index / 3) - 1)
    return near.sort()[4] ?? 0
  })
}

/** Twice as wide and as high, with straight lines between the pixels: thin modules become wide enough to be measured. */
export function enlarge({ pixels, width, height }: GreyPicture): GreyPicture {
  return project({ pixels, width, height }, width * 2, height * 2, (x, y) => [x / 2 - 0.25, y / 2 - 0.25])
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

type Look = (x: number, y: number) => number

/** Beyond the edges the outermost pixels go on. */
function eachPixel({ pixels, width, height }: GreyPicture, value: (look: Look, x: number, y: number) => number): GreyPicture {
  const look: Look = (x, y) => pixels[Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1)] ?? 0
  const next = new Uint8ClampedArray(pixels.length)
  for (let y = 0, at = 0; y < height; y++) for (let x = 0; x < width; x++, at++) next[at] = value(look, x, y)
  return { pixels: next, width, height }
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
