import { expect, type Locator } from '@playwright/test'

/** What one animation frame showed, and when, in milliseconds since 1970. */
export type Frame = { at: number; text: string | null }

const period = 30_000
/** Timers and the drawing of a frame may be this late, and the page may have read the server's clock this far off. */
const tolerance = 250
/** Frames farther apart would leave room for a gap that nobody saw. */
const widestStep = 400

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
    untilTurn: () =>
      page.waitForFunction(([end]) => Date.now() > end, [Math.ceil((Date.now() + 1000) / period) * period + 1500] as const, {
        timeout: period + 5000,
      }),
    stop: (): Promise<Frame[]> => recording.jsonValue(),
  }
}

/** Fails unless every frame showed the code of its own window, before the turn and after it, without a gap. */
export function expectSeamlessTurn(frames: Frame[], codeAt: (at: number) => string) {
  const windows = new Set(frames.map(({ at }) => Math.floor(at / period)))
  expect(windows.size, 'windows that were seen').toBeGreaterThan(1)
  const steps = frames.slice(1).map(({ at }, index) => at - (frames[index]?.at ?? 0))
  expect(Math.max(...steps), 'milliseconds between two frames').toBeLessThan(widestStep)
  const wrong = frames.filter(({ at, text }) => {
    const shown = text?.replaceAll(' ', '')
    return shown !== codeAt(at) && shown !== codeAt(at - tolerance) && shown !== codeAt(at + tolerance)
  })
  expect(wrong, 'frames with a missing or wrong code').toEqual([])
}
