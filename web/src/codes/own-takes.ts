import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { cancelTake, getTake, type Take, takeCode } from '@twofold/contract/takes'
import { call } from '../lib/call.ts'

/** Seconds that a person is willing to wait: longer than any queue in which one stays on the page. */
const waitSeconds = 600
/** Seconds after which the place is asked for again. */
const holdSeconds = 10

const queryOf = (keyId: string) => ['own-take', keyId] as const

/** The take of this page, kept with the session's data: going to another row gives up neither a place nor a code. */
export function useOwnTake(keyId: string) {
  const { data } = useQuery<Take | null>({ queryKey: queryOf(keyId), queryFn: skipToken })
  return data ?? undefined
}

/** Waits for an exclusive code; `takeFor` throws an ApiError. */
export function useTakeFor(keyId: string) {
  const client = useQueryClient()
  const note = (take: Take | null) => client.setQueryData<Take | null>(queryOf(keyId), take)

  /** Kept until the code has expired. */
  function keep(take: Take): void {
    note(take)
    const forget = () => client.getQueryData<Take | null>(queryOf(keyId))?.id === take.id && note(null)
    setTimeout(forget, (take.valid_for_seconds ?? 0) * 1000)
  }

  return async () => {
    const body = { wait_seconds: waitSeconds, hold_seconds: 0 }
    try {
      let { take } = await call(takeCode, { params: { id: keyId }, body })
      while (take.state === 'queued') {
        note(take)
        const params = { id: take.id }
        take = (await call(getTake, { params, query: { hold_seconds: holdSeconds } })).take
      }
      if (take.state === 'handed') keep(take)
      else note(null)
    } catch (error) {
      note(null)
      throw error
    }
  }
}

/** Gives up the place in the queue. Throws an ApiError, also when the code has come meanwhile. */
export const stopTaking = (take: Take) => call(cancelTake, { params: { id: take.id } })
