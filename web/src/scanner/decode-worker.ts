import { prepareZXingModule } from 'zxing-wasm/reader'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { DecodeAnswer, DecodeRequest } from './decoder.ts'
import { cameraWays, lookAgain } from './find-qr.ts'
import { toGrey } from './pixels.ts'
import { inspectImage, isOtherPicture } from '../lib/raster-image.ts'
import { readCodes } from './read-codes.ts'

/** Decoding takes memory for every pixel, and an image of a few bytes can claim any number of them. */
const mostPixels = 40_000_000
/** Size at which a code that fills a good part of a photograph is read at once. */
const handyPixels = 2_000_000
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
    return { texts: await decodeBitmap(bitmap) }
  } finally {
    bitmap.close()
  }
}

async function decodeBitmap(bitmap: ImageBitmap): Promise<string[]> {
  const end = performance.now() + timeoutMs
  const mayGoOn = () => performance.now() < end
  const pixels = bitmap.width * bitmap.height
  const handy = draw(bitmap, scaleOf(pixels))
  const texts = await readCodes(handy)
  if (texts.length > 0) return texts
  if (pixels > handyPixels) {
    const whole = await readCodes(draw(bitmap, 1))
    if (whole.length > 0) return whole
  }
  const again = await lookAgain(toGrey(handy), mayGoOn)
  // A light code without a ground is drawn for dark pages.
  return again.length > 0 || !isTransparent(bitmap) ? again : readCodes(draw(bitmap, scaleOf(pixels), 'black'))
}

const scaleOf = (pixels: number) => Math.min(1, Math.sqrt(handyPixels / pixels))

/** Looks at a small copy, in which a clear pixel leaves its trace. */
function isTransparent(bitmap: ImageBitmap): boolean {
  const { data } = draw(bitmap, Math.min(1, 200 / Math.max(bitmap.width, bitmap.height)), 'transparent')
  return data.some((value, at) => at % 4 === 3 && value < 255)
}

/** On white at first, since most transparent pictures are meant for light pages. */
function draw(bitmap: ImageBitmap, scale: number, ground = 'white'): ImageData {
  const [width, height] = [Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale))]
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser gives no canvas.')
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}
