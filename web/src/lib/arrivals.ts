import { createLiveValue } from './live-value.ts'

/** Data that came with the address: a shared picture or text, a key's link, or a shortcut of the installed application. */
export type Arrival = { files: File[] } | { text: string } | { open: 'add' | 'import' }

/** Waits in memory for the dashboard, also while somebody signs in first. It may be a secret, so it is stored nowhere. */
export const arrival = createLiveValue<Arrival | undefined>(undefined)

/** Milliseconds that the service worker may take to answer: it is running, since it has just sent the page here. */
const answerWithinMs = 3000

/** Reads what came by `#add`, `#import`, `#add=` with a link, or `#shared`, now and whenever the address changes. */
export function followArrivals(): void {
  const take = () => void takeArrival()
  window.addEventListener('hashchange', take)
  take()
}

/** The fragment leaves the address and the history at once: it may be a secret. */
async function takeArrival(): Promise<void> {
  const { hash, pathname, search } = window.location
  const [name = '', ...value] = hash.slice(1).split('=')
  if (name !== 'add' && name !== 'import' && name !== 'shared') return
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  if (name === 'shared') arrival.set(readShared(await askWorker()))
  else arrival.set(name === 'add' && value.length > 0 ? { text: linkIn(value.join('=')) } : { open: name })
}

/** The value of `%s` in the manifest: `web+otpauth:` is a scheme that a web application may register, the rest is the key's link. */
function linkIn(encoded: string): string {
  try {
    return decodeURIComponent(encoded).replace(/^web\+otpauth:/i, 'otpauth:')
  } catch {
    return encoded
  }
}

function readShared(shared: { text: string; files: File[] } | undefined): Arrival | undefined {
  if (shared === undefined) return undefined
  if (shared.files.length > 0) return { files: shared.files }
  const link = /\bweb\+otpauth:\S+|\botpauth(-migration)?:\S+/i.exec(shared.text)?.[0]
  return { text: link === undefined ? shared.text.trim() : link.replace(/^web\+/i, '') }
}

function askWorker(): Promise<{ text: string; files: File[] } | undefined> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return Promise.resolve(undefined)
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), answerWithinMs)
    port1.addEventListener('message', ({ data }: MessageEvent<{ text: string; files: File[] } | undefined>) => {
      clearTimeout(timer)
      resolve(data)
    })
    port1.start()
    worker.postMessage({ type: 'TAKE_SHARED' }, [port2])
  })
}
