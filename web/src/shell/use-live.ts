import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Hears from the server what changes, while `isOn`. It is fetched when the screen stands, and without it the page asks by itself as before. */
export function useLive(isOn: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isOn) return
    let stop: (() => void) | undefined
    let isOver = false
    const begin = async () => {
      const { followLive } = await import('./follow-live.ts')
      if (!isOver) stop = followLive(client)
    }
    begin().catch(() => {})
    return () => {
      isOver = true
      stop?.()
    }
  }, [isOn, client])
}
