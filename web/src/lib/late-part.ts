import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** Milliseconds until it is asked for again, where the browser does not say that the network is back. */
const againAfterMs = 5_000

const networkOrPause = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, againAfterMs)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    addEventListener('online', done)
  })

/** What `load` answers at its first success, however often the network fails it before. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await networkOrPause()
    }
  }
}

/** A part of a page that the page can do without for a while: a file that does not arrive leaves the rest as it is. Stands in a `Suspense`. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await untilLoaded(load) }))
}
