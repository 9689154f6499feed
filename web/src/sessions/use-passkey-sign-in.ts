import { useEffect, useEffectEvent, useState } from 'react'
import { useIsSettled } from '../lib/use-is-settled.ts'
import type { Attempt } from './use-attempt.ts'

/** Fetched when it is used: most of the people at the sign-in screen type. */
const load = () => import('../lib/ask-passkey.ts')

/** Sign-in with a passkey: by a button, and from the e-mail field, where the browser offers known ones. `remember` reads the checkbox. */
export function usePasskeySignIn(attempt: Attempt, remember: () => boolean) {
  const isSettled = useIsSettled()
  const [isAsking, setIsAsking] = useState(false)
  const isPossible = 'PublicKeyCredential' in window
  const isIdle = !attempt.pending && attempt.notice?.kind !== 'done'

  const offer = useEffectEvent(async (signal: AbortSignal) => {
    const passkeys = await load().catch(() => undefined)
    const answer = signal.aborted ? undefined : await passkeys?.offerPasskeys(signal)
    if (passkeys && answer) await attempt.send('', () => passkeys.signInBy(answer, remember()))
  })
  useEffect(() => {
    if (!isPossible || !isSettled || !isIdle) return
    const stop = new AbortController()
    void offer(stop.signal)
    return () => stop.abort()
  }, [isPossible, isSettled, isIdle])

  async function ask() {
    setIsAsking(true)
    await attempt.send('', async () => {
      const { askPasskey, signInBy } = await load()
      return signInBy(await askPasskey(), remember())
    })
    setIsAsking(false)
  }

  return { isPossible, isAsking: isAsking && attempt.pending, ask: () => void ask() }
}
