// oxlint-disable-next-line eslint/no-restricted-imports -- the one place
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** Milliseconds until it is asked for again, where the browser does not say that the network is back. */
const againAfterMs = 5_000

/** The network is back, or a moment has passed. */
export const networkOrPause = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, againAfterMs)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    addEventListener('online', done)
  })

/** Retries `load` until it succeeds, however often the network fails. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      // For app-update.ts: its version may be gone from the server.
      dispatchEvent(new Event('part-missing'))
      await networkOrPause()
    }
  }
}

/** A part of a page with a file of its own: while that does not arrive, the rest stays as it is. Use it in a `Suspense`. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await untilLoaded(load) }))
}
