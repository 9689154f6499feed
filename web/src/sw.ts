/// <reference lib="webworker" />
import { isPageRequest } from './lib/page-request.ts'

declare const self: ServiceWorkerGlobalScope
/** Put in by the build (classic-scripts.ts), in place of this very word. */
declare const __SHELL__: {
  /** Changes with anything in the build. */
  version: string
  /** The script that the page starts with: by its name a page is known to be of this build. */
  entry: string
  /** Paths of everything that the application needs to start without a network. */
  files: string[]
}

/*
 * Keeps the shell of the application, so that it starts at once and without a network: the page, and the built files that it
 * loads. Nothing else is ever stored: no answer of the API, and with it no code, no secret and nobody's data.
 */
const { version, entry, files } = __SHELL__
const cacheName = `shell-${version}`
const page = '/'
const kept = new Set(files)

self.addEventListener('install', (event) => event.waitUntil(fill()))
self.addEventListener('activate', (event) => event.waitUntil(removeOthers()))

self.addEventListener('message', (event) => {
  const data: unknown = event.data
  const type = typeof data === 'object' && data !== null && 'type' in data ? data.type : data
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'GET_VERSION') (event.ports[0] ?? event.source)?.postMessage({ version })
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && isPageRequest(pathname)) {
    event.respondWith(answerPage())
    event.waitUntil(refreshPage())
  } else if (kept.has(pathname)) {
    event.respondWith(answerFile(request))
  }
})

/** All or nothing: with a file missing, or a page of another build, this version is not installed and the next check tries again. */
async function fill() {
  const cache = await caches.open(cacheName)
  const [response] = await Promise.all([fetchPage(), cache.addAll(files)])
  if (!response) throw new Error('The server does not have the page of this version.')
  await cache.put(page, response)
}

async function removeOthers() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('shell-') && name !== cacheName).map((name) => caches.delete(name)))
}

async function answerPage() {
  const cache = await caches.open(cacheName)
  return (await cache.match(page)) ?? fetch(page)
}

async function answerFile(request: Request) {
  const cache = await caches.open(cacheName)
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** The headers of a stored page are stored with it: a changed security policy must not wait for the next version. */
async function refreshPage() {
  const response = await fetchPage().catch(() => undefined)
  if (!response) return
  const cache = await caches.open(cacheName)
  await cache.put(page, response)
}

/** Undefined when the server answers with something else than the page of this build, such as a proxy's sign-in or a newer version. */
async function fetchPage() {
  const response = await fetch(page, { cache: 'no-cache' })
  if (!response.ok || response.redirected || response.type !== 'basic') return undefined
  return (await response.clone().text()).includes(entry) ? response : undefined
}
