import { type LiveEventName, liveEvents, liveStream } from '@twofold/contract/live'
import { createParser } from 'eventsource-parser'
import { callHeaders } from './early-answers.ts'
import { readRetryAfter } from './rate-limit.ts'

/** Milliseconds. The server says something every 15 seconds: a connection that is silent for longer is dead, as after sleep. */
const longestSilence = 40_000
const firstPause = 1_000
const longestPause = 30_000
/** A server that stops has sent everybody away at once: they come back one after the other. */
const scatter = 2_000

export interface LiveHandlers {
  /** `data`: the server's JSON; `liveEvents` defines its shape. */
  onEvent: (name: LiveEventName, data: unknown) => void
}

type End = 'ended' | 'replaced' | 'refused' | { pause: number }

/**
 * Listens to the server for as long as it is not stopped, and again whenever the connection breaks; after each break the first event is `again`,
 * since what happened meanwhile is lost. Stops by itself when the session is over. By `fetch`: an EventSource sends no header. Returns the way to stop.
 */
export function openLiveStream(token: string, { onEvent }: LiveHandlers): () => void {
  const stopped = new AbortController()
  let failures = 0
  let wasOpen = false
  let wake = () => {}

  function heard(name: string, text: string): LiveEventName | undefined {
    if (!isKnown(name)) return undefined
    if (name === 'hello') {
      failures = 0
      if (wasOpen) onEvent('again', {})
      wasOpen = true
    }
    onEvent(name, JSON.parse(text))
    return name
  }

  async function listen(): Promise<End> {
    const attempt = new AbortController()
    const signal = AbortSignal.any([attempt.signal, stopped.signal])
    let silence = setTimeout(() => attempt.abort(), longestSilence)
    try {
      const headers = callHeaders(token)
      headers.set('accept', 'text/event-stream')
      const response = await fetch(`/api${liveStream.path}`, { headers, credentials: 'same-origin', cache: 'no-store', signal })
      if (response.status === 401) {
        onEvent('ended', {})
        return 'ended'
      }
      if (response.status === 204 || response.status === 404) return 'refused'
      if (!response.ok || response.body === null)
        return { pause: Math.max(later(), (readRetryAfter(response.headers, Date.now()) ?? 0) * 1000) }
      let last: LiveEventName | undefined
      const parser = createParser({ onEvent: ({ event = '', data }) => (last = heard(event, data)) })
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(silence)
        silence = setTimeout(() => attempt.abort(), longestSilence)
        parser.feed(part.value)
      }
      if (last === 'ended' || last === 'replaced') return last
      return { pause: last === 'bye' ? scatter * Math.random() : later() }
    } catch {
      return { pause: later() }
    } finally {
      clearTimeout(silence)
    }
  }

  function later(): number {
    failures += 1
    return Math.min(longestPause, firstPause * 2 ** (failures - 1)) * (0.5 + Math.random())
  }

  async function run() {
    while (!stopped.signal.aborted) {
      const end = await listen()
      if (typeof end === 'string') return
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      // Without a network trying is useless; its return wakes.
      const timer = setTimeout(resolve, navigator.onLine ? end.pause : longestPause)
      await promise
      clearTimeout(timer)
    }
  }

  // A network that is back is worth a try at once.
  const online = () => wake()
  window.addEventListener('online', online)
  void run()
  return () => {
    window.removeEventListener('online', online)
    stopped.abort()
    wake()
  }
}

const isKnown = (name: string): name is LiveEventName => Object.hasOwn(liveEvents, name)
