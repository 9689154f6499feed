import { expect, onTestFinished } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import type { TestApp } from '../../testing/start-test-app.ts'

/** Ends with the test what it leaves waiting, as one that fails does: the next test on the same application counts its own only. */
export function endWaits({ db, clock, waitingTakes }: Pick<TestApp, 'db' | 'clock' | 'waitingTakes'>): void {
  onTestFinished(async () => {
    if (waitingTakes.count() === 0) return
    const over = { state: 'ended' as const, over_at: clock.date() }
    await db.updateTable('code_takes').set(over).where('state', 'in', ['queued', 'awaiting_approval']).execute()
    waitingTakes.nudge()
    await eventually(() => expect(waitingTakes.count()).toBe(0))
  })
}
