import { lockVault, reportActivity } from '@twofold/contract/pin'
import { useEffect } from 'react'
import { call } from '../lib/call.ts'
import { noteVaultLocked, broadcastVaultUsed, watchOtherTabs } from '../lib/vault-lock.ts'
import { createIdleLock } from './idle-lock.ts'

/** Milliseconds in which one use is as good as many. */
const precision = 1000

const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input'] as const

/** Closes the vault in this browser now, and in the session: the server then gives nothing out either. */
export async function lockNow(): Promise<void> {
  noteVaultLocked()
  // Whether or not this arrives, the server locks a vault that nobody uses by itself.
  await call(lockVault).catch(() => undefined)
}

/** Locks the vault after so many minutes in which nobody used any tab of it; null: never. */
export function useIdleLock(minutes: number | null): void {
  useEffect(() => {
    if (minutes === null) return
    const idle = createIdleLock({
      after: minutes * 60_000,
      report: () => void call(reportActivity).catch(() => undefined),
      lock: () => void lockNow(),
    })
    let usedAt = 0
    const use = (event: Event) => {
      // Browsers send moves of a pointer that stands still when the page moves beneath it.
      if (event instanceof PointerEvent && event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0) return
      if (Date.now() - usedAt < precision) return
      usedAt = Date.now()
      idle.use()
      broadcastVaultUsed()
    }
    const look = () => document.visibilityState === 'visible' && idle.check()
    for (const name of uses) window.addEventListener(name, use, { passive: true, capture: true })
    document.addEventListener('visibilitychange', look)
    const unwatch = watchOtherTabs(idle.useElsewhere)
    return () => {
      for (const name of uses) window.removeEventListener(name, use, { capture: true })
      document.removeEventListener('visibilitychange', look)
      unwatch()
      idle.stop()
    }
  }, [minutes])
}
