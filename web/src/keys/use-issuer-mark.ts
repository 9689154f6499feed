import { useEffect } from 'react'
import { createLiveValue } from '../lib/live-value.ts'
import { useIsSettled } from '../lib/use-is-settled.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { issuerNames } from './plain-issuer.ts'

const iconPath = createLiveValue<((issuer: string) => string | undefined) | undefined>(undefined)

/** Loads the marks of services once, after everything that matters more is on the screen. Without them the initials stay. */
export function useLoadIssuerMarks() {
  const isSettled = useIsSettled()
  useEffect(() => {
    async function load() {
      const module = await import('./issuer-icons.ts').catch(() => undefined)
      if (module) iconPath.set(module.iconPath)
    }
    if (isSettled && !iconPath.get()) void load()
  }, [isSettled])
}

/** The outline of the issuer's mark; undefined when it has none, or they are not there yet. */
export function useIssuerMark(issuer: string): string | undefined {
  const find = useLiveValue(iconPath)
  return (
    find &&
    issuerNames(issuer)
      .map(find)
      .find((path) => path !== undefined)
  )
}
