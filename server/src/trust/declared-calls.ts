import type { DeclaredCall } from '../platform/approval.ts'

/** Every call and its route's declarations, by name, so that a request carried out later uses the same code and rules. */
export function createDeclaredCalls() {
  const calls = new Map<string, DeclaredCall>()
  return {
    put: (name: string, declared: DeclaredCall): void => void calls.set(name, declared),
    find: (name: string): DeclaredCall | undefined => calls.get(name),
    names: (): string[] => [...calls.keys()],
  }
}

export type DeclaredCalls = ReturnType<typeof createDeclaredCalls>
