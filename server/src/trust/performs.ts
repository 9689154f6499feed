import type { Perform } from '../platform/approval.ts'

/** What calls do, by name: for those that may have to wait. Routes put it here; whoever carries out a request finds it. */
export function createPerforms() {
  const performs = new Map<string, Perform>()
  return {
    put: (call: string, perform: Perform): void => void performs.set(call, perform),
    find: (call: string): Perform | undefined => performs.get(call),
  }
}

export type Performs = ReturnType<typeof createPerforms>
