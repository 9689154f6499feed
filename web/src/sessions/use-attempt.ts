import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { SignedIn } from '@twofold/contract/sessions'
import { useEffect, useRef, useState } from 'react'
import { useLanguageChange } from '../kits/use-language-change.ts'
import { ApiError, failureMessage, type RateLimit } from '../lib/api-error.ts'
import type { Answer } from '../lib/call.ts'
import { sameOriginPath, takeReturnPath } from '../lib/return-path.ts'
import { beginSession } from '../lib/session-end.ts'
import { NoPasskey } from '../lib/no-passkey.ts'

const redirectDelay = 1000
const warningDuration = 10_000
const fewAttempts = 3

/** Notices that the sign-in forms show beneath their fields. */
export type Notice =
  | { kind: 'error'; message: string }
  /** Until `deadline`, in milliseconds of `performance.now()`. */
  | { kind: 'limited'; deadline: number }
  | { kind: 'done' }
  | { kind: 'unverified'; email: string }
  /** The sign-in that this was a step of is over. */
  | { kind: 'ended'; message: string }

/**
 * An attempt to open a session, with all of its outcomes. `onFieldErrors` gets the first complaint of each field. `onSecondStep`: a second step is
 * due; by default it takes over the screen. `home`: the target of a sign-in without a return path, in place of the server's.
 */
export function useAttempt(
  onFieldErrors: (errors: Record<string, string>) => boolean,
  { onSecondStep, home }: { onSecondStep?: (() => void) | undefined; home?: string | undefined } = {},
) {
  const { t } = useLingui()
  const client = useQueryClient()
  const router = useRouter()
  const [pending, setPending] = useState(false)
  const [notice, setNotice] = useState<Notice>()
  const { attemptsLeft, warnOf } = useAttemptsLeft()
  const redirecting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(redirecting.current), [])
  useLanguageChange(() => setNotice((said) => (said?.kind === 'error' ? undefined : said)))

  function succeed({ access_token, email_verification_required, redirect_to, ...lacks }: SignedIn, email: string) {
    if (email_verification_required || access_token === undefined) return setNotice({ kind: 'unverified', email })
    // An earlier user's data in this browser must not flash up for the next one.
    client.clear()
    beginSession(access_token)
    if (lacks.second_factor_required) return onSecondStep ? onSecondStep() : router.navigate({ to: '/second-step' })
    if (lacks.password_change_required) return router.navigate({ to: '/new-password' })
    setNotice({ kind: 'done' })
    const href = takeReturnPath(lacks.user?.id) ?? home ?? sameOriginPath(redirect_to, window.location.origin) ?? '/dashboard'
    redirecting.current = setTimeout(() => void router.navigate({ href }), redirectDelay)
  }

  function endOf({ code, message }: ApiError) {
    return code === 'auth.unauthenticated' || code.startsWith('auth.session_')
      ? t`It took too long, or was ended elsewhere. Please sign in again.`
      : message
  }

  function fail(error: unknown) {
    const fallback = t`An error occurred. Please try again.`
    if (error instanceof NoPasskey) return setNotice({ kind: 'error', message: error.message })
    if (!(error instanceof ApiError)) return setNotice({ kind: 'error', message: fallback })
    if (error.status === 401) return setNotice({ kind: 'ended', message: endOf(error) })
    if (error.status === 429) {
      warnOf(undefined)
      return setNotice({ kind: 'limited', deadline: performance.now() + (error.retryAfter ?? 1) * 1000 })
    }
    warnOf(error.rateLimit)
    const complaints = Object.entries(error.errors).flatMap(([field, [first]]) => (first === undefined ? [] : [[field, first] as const]))
    const shownAtFields = complaints.length > 0 && onFieldErrors(Object.fromEntries(complaints))
    setNotice({ kind: 'error', message: shownAtFields ? t`Please fix the errors above` : failureMessage(error, fallback) })
  }

  return {
    pending,
    notice,
    attemptsLeft,
    /** The form was sent with fields that are not right. */
    refuse: () => setNotice({ kind: 'error', message: t`Please fix the errors above` }),
    dismiss: () => setNotice(undefined),
    /** Sends the form. Ignored while an earlier one is on its way, or has succeeded. */
    async send(email: string, request: () => Promise<Answer<SignedIn>>) {
      if (pending || notice?.kind === 'done') return
      setPending(true)
      setNotice(undefined)
      try {
        const { data, rateLimit } = await request()
        // After signing in the limit does not matter.
        if (data.access_token === undefined) warnOf(rateLimit)
        await succeed(data, email)
      } catch (error) {
        fail(error)
      } finally {
        setPending(false)
      }
    },
  }
}

/** Remaining attempts, shown for a while once there are few. */
function useAttemptsLeft() {
  const [attemptsLeft, setAttemptsLeft] = useState<number>()
  const warning = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(warning.current), [])

  function warnOf(rateLimit: RateLimit | undefined) {
    // An earlier warning must not take the new one away with it.
    clearTimeout(warning.current)
    if (!rateLimit || rateLimit.remaining > fewAttempts) return setAttemptsLeft(undefined)
    setAttemptsLeft(rateLimit.remaining)
    warning.current = setTimeout(() => setAttemptsLeft(undefined), warningDuration)
  }

  return { attemptsLeft, warnOf }
}

export type Attempt = ReturnType<typeof useAttempt>
