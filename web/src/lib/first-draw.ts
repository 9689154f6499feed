import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds. Later answers find the screen with its placeholders. */
const timeoutMs = 500

/** Lets the browser do what has come up meanwhile. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Waits for what the screen has asked for, so that it is drawn once, with it: drawing the placeholders first would only make it late. */
export function untilAnswered(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const cache = client.getQueryCache()
    function look() {
      if (client.isFetching() > 0) return
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = cache.subscribe(look)
    const timer = setTimeout(() => {
      stop()
      resolve()
    }, timeoutMs)
    look()
  })
}
