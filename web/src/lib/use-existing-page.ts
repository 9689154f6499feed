import { useEffect, useEffectEvent } from 'react'

/** Goes to the last page from one that is not there (any more): its last row was removed, or somebody typed it into the address. */
export function useExistingPage(page: number, pages: number | undefined, go: (page: number) => void): void {
  const leave = useEffectEvent(go)
  const isBeyond = pages !== undefined && page > Math.max(pages, 1)
  useEffect(() => {
    if (isBeyond) leave(Math.max(pages, 1))
  }, [isBeyond, pages])
}
