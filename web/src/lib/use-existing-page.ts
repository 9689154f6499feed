import { useEffect, useEffectEvent } from 'react'

/** Redirects from a missing page to the last one: its last row was removed, or the number was typed into the address. Back does not return there. */
export function useExistingPage(page: number, pages: number | undefined, go: (page: number, how: { replace: true }) => void): void {
  const leave = useEffectEvent(go)
  const isBeyond = pages !== undefined && page > Math.max(pages, 1)
  useEffect(() => {
    if (isBeyond) leave(Math.max(pages, 1), { replace: true })
  }, [isBeyond, pages])
}
