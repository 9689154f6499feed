import { lockVault, reportActivity } from '@twofold/contract/pin'
import { useEffect } from 'react'
import { call } from '../lib/call.ts'
import { noteVaultLocked, broadcastVaultUsed, watchOtherTabs } from '../lib/vault-lock.ts'
import { createIdleLock } from './idle-lock.ts'

/** Report activity at most once per this many milliseconds. */
const precision = 1000

const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input'] as const

/** Closes the vault in this browser now, and in the session: the server then gives nothing out either. */
export async function lockNow(): Promise<void> {
  noteVaultLocked()
  // Best effort: the server locks an unused vault by itself.
  await call(lockVault).catch(() => undefined)
}

/** Locks the vault after this many minutes without activity in any tab; null: never. */
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
      // Browsers also send pointer moves when the page moves beneath a resting pointer.
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
