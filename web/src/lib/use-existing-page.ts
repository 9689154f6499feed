import { useEffect, useEffectEvent } from 'react'

/**
 * Goes to the last page from one that is not there (any more): its last row was removed, or somebody typed it into the address. The way back
 * does not lead there again.
 */
export function useExistingPage(page: number, pages: number | undefined, go: (page: number, how: { replace: true }) => void): void {
  const leave = useEffectEvent(go)
  const isBeyond = pages !== undefined && page > Math.max(pages, 1)
  useEffect(() => {
    if (isBeyond) leave(Math.max(pages, 1), { replace: true })
  }, [isBeyond, pages])
}
