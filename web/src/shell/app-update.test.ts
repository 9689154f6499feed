import { beforeEach, expect, test, vi } from 'vitest'
import { createLiveValue } from '../lib/live-value.ts'
import { createAppUpdate } from './app-update.ts'

class FakeWorker extends EventTarget {
  state: ServiceWorkerState
  messages: unknown[] = []
  constructor(state: ServiceWorkerState) {
    super()
    this.state = state
  }
  postMessage(message: unknown) {
    this.messages.push(message)
  }
  turn(state: ServiceWorkerState) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  active: FakeWorker | null = null
  waiting: FakeWorker | null = null
  installing: FakeWorker | null = null
  update = vi.fn<() => Promise<void>>(async () => {})
  find() {
    this.installing = new FakeWorker('installing')
    this.dispatchEvent(new Event('updatefound'))
    return this.installing
  }
}

/** A page that a worker controls already, unless `first`. */
async function start({ first = false, fails = false, isServedAnother = true } = {}) {
  const registration = new FakeRegistration()
  if (!first) registration.active = new FakeWorker('activated')
  const container = Object.assign(new EventTarget(), { controller: registration.active })
  const page: EventTarget & { visibilityState: DocumentVisibilityState } = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as const,
  })
  const unsaved = createLiveValue(0)
  const reload = vi.fn<() => void>()
  const update = createAppUpdate({
    container: container as unknown as ServiceWorkerContainer,
    register: async () => {
      if (fails) throw new TypeError('no worker')
      return registration as unknown as ServiceWorkerRegistration
    },
    isServedAnother: async () => isServedAnother,
    page,
    unsavedChanges: unsaved,
    reload,
  })
  const stop = update.start()
  await vi.advanceTimersByTimeAsync(0)
  const type = () => update.get().type
  const changeController = async () => {
    container.dispatchEvent(new Event('controllerchange'))
    await vi.advanceTimersByTimeAsync(0)
  }
  const missPart = async () => {
    listening.dispatchEvent(new Event('part-missing'))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { update, registration, page, unsaved, reload, stop, type, changeController, missPart }
}

let listening: EventTarget

beforeEach(() => {
  listening = new EventTarget()
  vi.stubGlobal('window', listening)
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('a new worker goes from installing to update available to ready', async () => {
  const { registration, type } = await start()
  expect(type()).toBeUndefined()
  const worker = registration.find()
  expect(type()).toBe('installing')
  worker.turn('installed')
  expect(type()).toBe('update')
  worker.turn('activated')
  expect(type()).toBe('ready')
})

test('the very first worker is no update', async () => {
  const { registration, type } = await start({ first: true })
  const worker = registration.find()
  worker.turn('installed')
  worker.turn('activated')
  expect(type()).toBeUndefined()
})

test('a worker that cannot be installed leaves no notice behind', async () => {
  const { registration, type } = await start()
  registration.find().turn('redundant')
  expect(type()).toBeUndefined()
})

test('a worker that waited before the page was opened is an update available', async () => {
  const registration = new FakeRegistration()
  registration.active = new FakeWorker('activated')
  registration.waiting = new FakeWorker('installed')
  const update = createAppUpdate({
    container: Object.assign(new EventTarget(), { controller: registration.active }) as unknown as ServiceWorkerContainer,
    register: async () => registration as unknown as ServiceWorkerRegistration,
    isServedAnother: async () => true,
    page: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
    unsavedChanges: createLiveValue(0),
    reload: () => {},
  })
  update.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(update.get().type).toBe('update')
})

test('without a worker that can be registered there is nothing to say', async () => {
  const { type, registration } = await start({ fails: true })
  expect(type()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(registration.update).not.toHaveBeenCalled()
})

test('it looks for a new version every 30 seconds, and when the tab becomes visible, but not while it is hidden', async () => {
  const { registration, page, stop } = await start()
  await vi.advanceTimersByTimeAsync(29_999)
  expect(registration.update).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(registration.update).toHaveBeenCalledTimes(1)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(90_000)
  expect(registration.update).toHaveBeenCalledTimes(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(registration.update).toHaveBeenCalledTimes(2)
  stop()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(registration.update).toHaveBeenCalledTimes(2)
})

test('a check that fails is no news', async () => {
  const { registration, type } = await start()
  registration.find().turn('installed')
  registration.update.mockRejectedValueOnce(new TypeError('offline'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(type()).toBe('update')
})

test('applying tells the waiting worker to skip waiting, and the page reloads once when the controller changes', async () => {
  const { update, registration, reload, changeController } = await start()
  const worker = registration.find()
  worker.turn('installed')
  registration.waiting = worker
  update.apply()
  expect(worker.messages).toEqual([{ type: 'SKIP_WAITING' }])
  expect(reload).not.toHaveBeenCalled()
  await changeController()
  await changeController()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('applying reloads the page when no worker waits', async () => {
  const { update, reload } = await start()
  update.apply()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('nothing is applied over unsaved changes', async () => {
  const { update, registration, unsaved, reload } = await start()
  const worker = registration.find()
  registration.waiting = worker
  unsaved.set(1)
  update.apply()
  registration.waiting = null
  update.apply()
  expect([worker.messages, reload.mock.calls]).toEqual([[], []])
})

test('a change of controller waits for unsaved changes, and then reloads', async () => {
  const { update, unsaved, reload, changeController } = await start()
  unsaved.set(2)
  await changeController()
  expect(update.get().isReloadDue).toBe(true)
  unsaved.set(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
  unsaved.set(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('one unsaved thing that follows another in the same moment leaves no gap for a reload', async () => {
  const { unsaved, reload, changeController } = await start()
  unsaved.set(1)
  await changeController()
  unsaved.set(0)
  unsaved.set(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
})

test('an update that was put off stays silent until there is something new to say', async () => {
  const { update, registration, type } = await start()
  const worker = registration.find()
  worker.turn('installed')
  update.dismiss()
  expect(type()).toBeUndefined()
  worker.turn('activated')
  expect(type()).toBe('ready')
})

test('a part that is missing makes a page look for its next version, and offers a reload where a newer one is served without a worker', async () => {
  const controlled = await start()
  await controlled.missPart()
  expect(controlled.registration.update).toHaveBeenCalledTimes(1)
  expect(controlled.type()).toBeUndefined()
  controlled.stop()
  const lost = await start({ first: true, isServedAnother: false })
  await lost.missPart()
  expect(lost.type()).toBeUndefined()
  lost.stop()
  const old = await start({ first: true })
  await old.missPart()
  expect([old.type(), old.reload.mock.calls.length]).toEqual(['ready', 0])
})

test('an update that was put off is offered again when the page misses a part of the version before', async () => {
  const { update, unsaved, type, changeController, missPart } = await start()
  unsaved.set(1)
  await changeController()
  update.dismiss()
  await missPart()
  expect(type()).toBe('ready')
})
