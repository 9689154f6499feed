import { useSyncExternalStore } from 'react'
import type { LiveValue } from './live-value.ts'

/** Renders again whenever the value changes. */
export function useLiveValue<Value>({ get, subscribe }: LiveValue<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}
