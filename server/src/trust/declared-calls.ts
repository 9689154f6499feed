import type { DeclaredCall } from '../platform/approval.ts'

/** Every call with what its route declares, by name: whoever carries out a request later does it by the same code and the same rules. */
export function createDeclaredCalls() {
  const calls = new Map<string, DeclaredCall>()
  return {
    put: (name: string, declared: DeclaredCall): void => void calls.set(name, declared),
    find: (name: string): DeclaredCall | undefined => calls.get(name),
    names: (): string[] => [...calls.keys()],
  }
}

export type DeclaredCalls = ReturnType<typeof createDeclaredCalls>
