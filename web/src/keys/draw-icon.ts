import { iconLimits } from '@twofold/contract/key-icons'

/** Larger pictures take more memory than a small square of them is worth. */
const mostPixels = 40_000_000
/** Pixels of a side, the best first. */
const sides = [128, 96, 64, 32]

/**
 * The picture as a square PNG in Base64, small enough for the server, with nothing around it but transparency. Undefined: the browser cannot show the
 * file as a picture. Drawing leaves behind whatever the file says apart from its pixels.
 */
export async function drawIcon(file: Blob): Promise<string | undefined> {
  const url = URL.createObjectURL(file)
  try {
    const image = await loaded(url)
    if (image === undefined) return undefined
    for (const side of sides) {
      const png = await pngOf(image, side)
      if (png && png.size <= iconLimits.bytes) return toBase64(new Uint8Array(await png.arrayBuffer()))
    }
    return undefined
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function loaded(url: string): Promise<HTMLImageElement | undefined> {
  const image = new Image()
  const { promise: size, resolve } = Promise.withResolvers<number | undefined>()
  image.addEventListener('load', () => resolve(image.naturalWidth * image.naturalHeight))
  image.addEventListener('error', () => resolve(undefined))
  image.src = url
  // Asked before it is decoded: a small file may say that it is thousands of pixels wide.
  if (((await size) ?? Infinity) > mostPixels) return undefined
  try {
    await image.decode()
    return image
  } catch {
    return undefined
  }
}

function pngOf(image: HTMLImageElement, side: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  // An SVG may have no size of its own.
  const [width, height] = [image.naturalWidth || side, image.naturalHeight || side]
  const scale = side / Math.max(width, height)
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(image, (side - width * scale) / 2, (side - height * scale) / 2, width * scale, height * scale)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
