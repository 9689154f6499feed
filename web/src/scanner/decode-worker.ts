import { prepareZXingModule } from 'zxing-wasm/reader'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { DecodeAnswer, DecodeRequest } from './decoder.ts'
import { cameraWays } from './find-qr.ts'
import { toGrey } from './pixels.ts'
import { inspectImage, isOtherPicture } from '../lib/raster-image.ts'
import { readCodes } from './read-codes.ts'
import { readPicture } from './read-picture.ts'

/** Decoding takes memory for every pixel, and an image of a few bytes can claim any number of them. */
const mostPixels = 40_000_000
/** Milliseconds; the page itself gives up a little later. */
const timeoutMs = 8000

// Otherwise the library would fetch the file from the Internet.
prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true }).catch(() => undefined)

self.addEventListener('message', ({ data }: MessageEvent<DecodeRequest>) => void answer(data))

async function answer(request: DecodeRequest) {
  // A worker speaks to the page that started it, and knows no origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  self.postMessage({ id: request.id, ...(await decode(request).catch(() => ({ failure: 'failed' }) as const)) } satisfies DecodeAnswer)
}

async function decode(request: DecodeRequest) {
  return 'file' in request ? decodeFile(request.file) : { texts: await decodeFrame(request.frame, request.turn) }
}

/** A camera brings the next picture at once: each is looked at as it is, and in one other way, which changes from picture to picture. */
async function decodeFrame(frame: ImageData, turn: number): Promise<string[]> {
  const texts = await readCodes(frame)
  const way = cameraWays[turn % cameraWays.length]
  return texts.length > 0 || !way ? texts : way(toGrey(frame))
}

async function decodeFile(file: Blob) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const image = inspectImage(bytes)
  if (!image) return { failure: isOtherPicture(bytes) ? 'other_picture' : 'not_an_image' } as const
  if (image.width * image.height > mostPixels) return { failure: 'too_large' } as const
  // With the type of the content: the file's own type may make the browser misread it.
  const bitmap = await createImageBitmap(new Blob([bytes], { type: image.type }))
  try {
    const end = performance.now() + timeoutMs
    const drawable = {
      width: bitmap.width,
      height: bitmap.height,
      draw: (scale: number, ground: string) => draw(bitmap, scale, ground),
      isTransparent: () => isTransparent(bitmap),
    }
    return { texts: await readPicture(drawable, () => performance.now() < end) }
  } finally {
    bitmap.close()
  }
}

/** Looks at a small copy, in which a clear pixel leaves its trace. */
function isTransparent(bitmap: ImageBitmap): boolean {
  const { data } = draw(bitmap, Math.min(1, 200 / Math.max(bitmap.width, bitmap.height)), 'transparent')
  return data.some((value, at) => at % 4 === 3 && value < 255)
}

function draw(bitmap: ImageBitmap, scale: number, ground: string): ImageData {
  const [width, height] = [Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale))]
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser gives no canvas.')
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}
