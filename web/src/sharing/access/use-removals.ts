import { useLingui } from '@lingui/react/macro'
import { listShares, restoreShare, revokeShare, type Share } from '@twofold/contract/sharing/grants'
import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { isLost, orDone } from '../../lib/lost-answer.ts'
import { toast } from '../../ui/toast.ts'
import { useReloadShares } from '../grants/reload-shares.ts'

/** Milliseconds in which the row of somebody who was removed offers to take it back; the history does so for a day. */
const undoDuration = 10_000

/** `offers`: how often Undo was offered. */
export type Removed = Share & { offers: number }

/** Removes at once, and takes it back. Those who were removed stay in sight for a moment. */
export function useRemovals(keyId: string) {
  const { t } = useLingui()
  const reload = useReloadShares(keyId)
  const [removed, setRemoved] = useState<readonly Removed[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
    }
  }, [])

  function forget(id: string) {
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    setRemoved((all) => all.filter((share) => share.id !== id))
  }

  function offer(id: string) {
    setRemoved((all) => all.map((share) => (share.id === id ? { ...share, offers: share.offers + 1 } : share)))
    timers.current.set(
      id,
      setTimeout(() => forget(id), undoDuration),
    )
  }

  async function isGone(id: string) {
    const { data } = await call(listShares, { params: { id: keyId } })
    return data.every((share) => share.id !== id)
  }

  async function remove(share: Share) {
    const show = () => setRemoved((all) => [...all.filter(({ id }) => id !== share.id), { ...share, offers: 0 }])
    show()
    try {
      await orDone(
        call(revokeShare, { params: { id: keyId, share_id: share.id } }),
        () => isGone(share.id),
        () => {
          show()
          offer(share.id)
        },
      )
      offer(share.id)
      await reload()
    } catch (error) {
      forget(share.id)
      toast.error(failureMessage(error, t`Failed to revoke access. Please try again.`))
      // Somebody else may have ended it meanwhile.
      await reload()
    }
  }

  async function undo({ id }: Pick<Share, 'id'>) {
    clearTimeout(timers.current.get(id))
    try {
      const { message } = await call(restoreShare, { params: { id: keyId, share_id: id } })
      toast.success(message)
    } catch (error) {
      toast.error(failureMessage(error, t`Access could not be given again. Please try again.`))
      if (isLost(error)) return offer(id)
    }
    await reload()
    forget(id)
  }

  return { removed, remove, undo, undoLast: () => removed.at(-1) && void undo(removed.at(-1) as Removed) }
}

export type Removals = ReturnType<typeof useRemovals>
