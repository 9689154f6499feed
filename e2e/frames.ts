import { expect, type Locator } from '@playwright/test'

/** Content of one animation frame, and its time in milliseconds since 1970. */
export type Frame = { at: number; text: string | null }

const period = 30_000
/** Milliseconds that timers and the drawing of a frame may be late, and that the page may have read the server's clock off. */
const tolerance = 250
/** As much, where the machine draws fewer frames: what is not drawn is not seen. */
const toleranceFrames = 15

/** Reads the only element that `locator` matches in every animation frame from now on. */
export async function watchCode(locator: Locator) {
  const page = locator.page()
  const recording = await locator.evaluateHandle((element) => {
    const { className, ownerDocument } = element as HTMLElement
    const frames: { at: number; text: string | null }[] = []
    const record = () => {
      const elements = ownerDocument.getElementsByClassName(className)
      frames.push({ at: Date.now(), text: elements.length === 1 ? (elements[0]?.textContent ?? null) : null })
      requestAnimationFrame(record)
    }
    record()
    return frames
  })
  return {
    /** Waits for the turn of the 30-second window, and a little longer. */
    untilTurn: () => page.waitForFunction(([end]) => Date.now() > end, [Math.ceil((Date.now() + 1000) / period) * period + 1500] as const),
    stop: (): Promise<Frame[]> => recording.jsonValue(),
  }
}

/** Fails unless every frame showed the code of its own window, before the turn and after it, without a gap. */
export function expectSeamlessTurn(frames: Frame[], codeAt: (at: number) => string) {
  const windows = new Set(frames.map(({ at }) => Math.floor(at / period)))
  expect(windows.size, 'windows that were seen').toBeGreaterThan(1)
  const wrong = frames.filter(({ at, text }, index) => {
    const earlier = Math.min(at - tolerance, frames[Math.max(0, index - toleranceFrames)]?.at ?? at)
    const shown = text?.replaceAll(' ', '')
    return ![at, earlier, at + tolerance].some((moment) => shown === codeAt(moment))
  })
  expect(wrong, 'frames with a missing or wrong code').toEqual([])
}
