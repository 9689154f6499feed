import { createLiveValue, type LiveValue } from '../lib/live-value.ts'

/** `installing`: a new version is being fetched. `update`: it waits to take over. `ready`: it took over, and a reload shows it. */
export type UpdateType = 'installing' | 'update' | 'ready'

export interface AppUpdate {
  /** Undefined: nothing to say. */
  type: UpdateType | undefined
  /** The page reloads as soon as nothing unsaved is left. */
  isReloadDue: boolean
}

interface Dependencies {
  /** Undefined where the browser has no service workers, or the page is not served safely enough for them. */
  container: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener' | 'removeEventListener'> | undefined
  register: () => Promise<ServiceWorkerRegistration>
  /** Whether the server has the page of another version by now. */
  isServedAnother: () => Promise<boolean>
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  unsavedChanges: LiveValue<number>
  reload: () => void
}

const checkInterval = 30_000

/** Says what becomes of a worker, until it is in use or given up. */
function followWorker(worker: ServiceWorker, onState: (state: ServiceWorkerState) => void) {
  const listener = () => {
    onState(worker.state)
    if (worker.state === 'activated' || worker.state === 'redundant') worker.removeEventListener('statechange', listener)
  }
  worker.addEventListener('statechange', listener)
}

/** Of this page, which could not be fetched (late-part.ts). Returns the way to stop. */
function hearOfMissingParts(listener: () => void) {
  window.addEventListener('part-missing', listener)
  return () => window.removeEventListener('part-missing', listener)
}

function createState() {
  const state = createLiveValue<AppUpdate>({ type: undefined, isReloadDue: false })
  const change = (part: Partial<AppUpdate>) => {
    const next = { ...state.get(), ...part }
    if (next.type !== state.get().type || next.isReloadDue !== state.get().isReloadDue) state.set(next)
  }
  return { state, change }
}

function send(worker: ServiceWorker | null | undefined, type: 'LOADED' | 'SKIP_WAITING') {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window and takes no origin
  worker?.postMessage({ type })
}

/** Reloads the page, but only once: now, or in a moment where it may then. */
function createReload(reload: () => void, mayReload: () => boolean) {
  let hasReloaded = false
  function reloadOnce() {
    if (hasReloaded) return
    hasReloaded = true
    reload()
  }
  return { reloadOnce, reloadSoon: () => setTimeout(() => mayReload() && reloadOnce()) }
}

/**
 * Follows the service worker from one version of the application to the next, and never reloads the page over unsaved changes.
 * The very first worker is no update: it starts to serve with the next page.
 */
export function createAppUpdate({ container, register, isServedAnother, page, unsavedChanges, reload }: Dependencies) {
  const { state, change } = createState()
  let registration: ServiceWorkerRegistration | undefined

  const { reloadOnce, reloadSoon } = createReload(reload, () => state.get().isReloadDue && unsavedChanges.get() === 0)

  /** A moment later: a dialog that closes may be followed by one with a secret that is shown only once. */
  function reloadWhenSaved() {
    change({ isReloadDue: true })
    reloadSoon()
  }

  const follow = (worker: ServiceWorker, type: UpdateType) => {
    change({ type })
    followWorker(worker, (now) => {
      if (now === 'activated') change({ type: 'ready' })
      else if (now === 'installed' && container?.controller) change({ type: 'update' })
      // The download failed: the next check retries. An older one may still be waiting.
      else if (now === 'redundant' && state.get().type === 'installing')
        change({ type: registration?.waiting && container?.controller ? 'update' : undefined })
    })
  }

  function onFound() {
    const worker = registration?.installing
    if (worker && registration?.active) follow(worker, 'installing')
  }

  /** Being offline, or a server that is away, is no news. */
  const check = () => void (page.visibilityState === 'visible' && registration?.update().catch(() => undefined))

  /** Maybe this version is no longer there. With a worker the next one is looked for and offered as ever; without one a reload shows it. */
  async function lookForParts() {
    check()
    if (state.get().isReloadDue || (!container?.controller && (await isServedAnother().catch(() => false)))) change({ type: 'ready' })
  }

  async function begin() {
    try {
      registration = await register()
      registration.addEventListener('updatefound', onFound)
    } catch {
      return change({ type: undefined })
    }
    send(container?.controller, 'LOADED')
    if (registration.waiting && container?.controller) follow(registration.waiting, 'update')
    onFound()
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Registers the worker, and looks for a newer one from time to time. Returns the way to stop. */
    start() {
      const unhear = hearOfMissingParts(() => void lookForParts())
      if (!container) return unhear
      void begin()
      const timer = setInterval(check, checkInterval)
      const unwatch = unsavedChanges.subscribe(() => state.get().isReloadDue && reloadWhenSaved())
      page.addEventListener('visibilitychange', check)
      container.addEventListener('controllerchange', reloadWhenSaved)
      return () => {
        unhear()
        clearInterval(timer)
        unwatch()
        page.removeEventListener('visibilitychange', check)
        container.removeEventListener('controllerchange', reloadWhenSaved)
        registration?.removeEventListener('updatefound', onFound)
      }
    },
    /** Lets the waiting version take over, which reloads the page; where none waits, reloads it at once. Does nothing over unsaved changes. */
    apply() {
      if (unsavedChanges.get() > 0) return
      if (registration?.waiting) send(registration.waiting, 'SKIP_WAITING')
      else reloadOnce()
    },
    /** Hides the notice until there is news. */
    dismiss: () => change({ type: undefined }),
  }
}
