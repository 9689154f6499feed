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
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  unsavedChanges: LiveValue<number>
  reload: () => void
}

const checkInterval = 30_000

/**
 * Follows the service worker from one version of the application to the next, and never reloads the page over unsaved changes.
 * The very first worker is no update: it starts to serve with the next page.
 */
export function createAppUpdate({ container, register, page, unsavedChanges, reload }: Dependencies) {
  const state = createLiveValue<AppUpdate>({ type: undefined, isReloadDue: false })
  let registration: ServiceWorkerRegistration | undefined
  let hasReloaded = false

  const change = (part: Partial<AppUpdate>) => {
    const next = { ...state.get(), ...part }
    if (next.type !== state.get().type || next.isReloadDue !== state.get().isReloadDue) state.set(next)
  }

  function reloadOnce() {
    if (hasReloaded) return
    hasReloaded = true
    reload()
  }

  /** A moment later: a dialog that closes may be followed by one with a secret that is shown only once. */
  function reloadWhenSaved() {
    change({ isReloadDue: true })
    setTimeout(() => {
      if (state.get().isReloadDue && unsavedChanges.get() === 0) reloadOnce()
    })
  }

  function follow(worker: ServiceWorker) {
    const onState = () => {
      switch (worker.state) {
        case 'installed':
          if (container?.controller) change({ type: 'update' })
          break
        case 'activated':
          change({ type: 'ready' })
          worker.removeEventListener('statechange', onState)
          break
        case 'redundant':
          // It could not be fetched whole: the next check tries again. An older one may still be waiting.
          if (state.get().type === 'installing') change({ type: registration?.waiting && container?.controller ? 'update' : undefined })
          worker.removeEventListener('statechange', onState)
          break
        default:
      }
    }
    worker.addEventListener('statechange', onState)
  }

  function onFound() {
    const worker = registration?.installing
    if (!worker || !registration?.active) return
    change({ type: 'installing' })
    follow(worker)
  }

  /** Being offline, or a server that is away, is no news. */
  const check = () => {
    if (page.visibilityState === 'visible') registration?.update().catch(() => undefined)
  }

  async function begin() {
    try {
      registration = await register()
      registration.addEventListener('updatefound', onFound)
    } catch {
      change({ type: undefined })
      return
    }
    if (registration.waiting && container?.controller) {
      change({ type: 'update' })
      follow(registration.waiting)
    }
    onFound()
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Registers the worker, and looks for a newer one from time to time. Returns the way to stop. */
    start() {
      if (!container) return () => undefined
      void begin()
      const timer = setInterval(check, checkInterval)
      const unwatch = unsavedChanges.subscribe(() => state.get().isReloadDue && reloadWhenSaved())
      page.addEventListener('visibilitychange', check)
      container.addEventListener('controllerchange', reloadWhenSaved)
      return () => {
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
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window and takes no origin
      if (registration?.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' })
      else reloadOnce()
    },
    /** Says no more until there is something new to say. */
    dismiss: () => change({ type: undefined }),
  }
}
