/// <reference lib="webworker" />
import { isPageRequest } from './lib/page-request.ts'
import { arrivalPath, sharePath } from './lib/share-paths.ts'

declare const self: ServiceWorkerGlobalScope
/** Put in by the build (service-worker-files.ts chooses the files), in place of this very word. */
declare const __SHELL__: {
  /** Changes with anything in the build. */
  version: string
  /** The script that the page starts with: by its name a page is known to be of this build. */
  entry: string
  /** Paths of everything that the application needs to start without a network. */
  files: string[]
  /** Paths of what only readers of another language need: kept when it was used. */
  languages: string[]
}

/*
 * Caches the application's shell, so that it starts at once and without a network: the page, and the built files that it loads. Nothing else is ever
 * stored: no answer of the API, and so no code, no secret and no personal data.
 */
const { version, entry, files, languages } = __SHELL__
const cacheName = `shell-${version}`
const page = '/'
/** Their names have a hash: no two versions have different files of one name. */
const builtFiles = '/assets/'
const kept = new Set(files)
const ofLanguages = new Set(languages)

/**
 * Data that another application shared, until the page fetches them: a picture of a QR code is a secret, so it is kept in memory only, and never
 * reaches the server.
 */
let shared: { text: string; files: File[] } | undefined

self.addEventListener('install', (event) => event.waitUntil(fill()))
self.addEventListener('activate', (event) => event.waitUntil(removeOthers(1)))

self.addEventListener('message', (event) => {
  const data: unknown = event.data
  const type = typeof data === 'object' && data !== null && 'type' in data ? data.type : data
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'LOADED' && event.source instanceof Client) event.waitUntil(removeUnlessUsed(event.source.id))
  if (type === 'GET_VERSION') (event.ports[0] ?? event.source)?.postMessage({ version })
  if (type === 'TAKE_SHARED') {
    event.ports[0]?.postMessage(shared)
    shared = undefined
  }
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'POST' && request.mode === 'navigate' && origin === self.location.origin && pathname === sharePath) {
    event.respondWith(takeShared(request))
    return
  }
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && isPageRequest(pathname)) {
    event.respondWith(answerPage())
    event.waitUntil(refreshPage())
  } else if (ofLanguages.has(pathname)) {
    event.respondWith(answerAndKeep(request))
  } else if (kept.has(pathname) || pathname.startsWith(builtFiles)) {
    event.respondWith(answerFile(request))
  }
})

/** The operating system shares by a form. The page that comes next asks for what was in it. */
async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const text = ['text', 'url', 'title'].flatMap((name) => form.get(name) ?? []).filter((value) => typeof value === 'string')
  const files = form.getAll('files').filter((value) => value instanceof File && value.size > 0)
  shared = { text: text.join('\n'), files: files as File[] }
  return Response.redirect(arrivalPath, 303)
}

/** All or nothing: with a file missing, or a page of another build, this version is not installed and the next check tries again. */
async function fill() {
  const cache = await caches.open(cacheName)
  const [response] = await Promise.all([fetchPage(), cache.addAll(files)])
  if (!response) throw new Error('The server does not have the page of this version.')
  await cache.put(page, response)
}

/** All but the newest `spared`: a page with unsaved changes goes on with the version before, and asks for parts of it that it has not loaded yet. */
async function removeOthers(spared: number) {
  const names = (await caches.keys()).filter((name) => name.startsWith('shell-') && name !== cacheName)
  await Promise.all(names.slice(0, names.length - spared).map((name) => caches.delete(name)))
}

/** A page that is of this version, and the only one. */
async function removeUnlessUsed(id: string) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.every((page) => page.id === id)) await removeOthers(0)
}

async function answerPage() {
  const cache = await caches.open(cacheName)
  return (await cache.match(page)) ?? fetch(page)
}

async function answerFile(request: Request) {
  const cache = await caches.open(cacheName)
  const found = (await cache.match(request, { ignoreVary: true })) ?? (await caches.match(request, { ignoreVary: true }))
  return found ?? fetch(request)
}

/** Readers of English never load a catalogue; others have theirs without a network from the second visit on. */
async function answerAndKeep(request: Request) {
  const cache = await caches.open(cacheName)
  const known = await cache.match(request, { ignoreVary: true })
  if (known) return known
  const response = await fetch(request)
  // A full storage keeps nobody from reading: the next visit fetches it again.
  if (response.ok && response.type === 'basic') await cache.put(request, response.clone()).catch(() => {})
  return response
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
