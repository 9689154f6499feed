import { vi } from 'vitest'

/**
 * Tries `check` until it no longer throws, and returns what it returned.
 * There is one limit for all tests: on a busy machine a second is nothing, and what never comes fails all the same.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 100_000, interval: 20 })
