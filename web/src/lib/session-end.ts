import { removeAuthToken, storeAuthToken } from './auth-token.ts'
import { browserStorage } from './browser-storage.ts'
import { createLiveValue, type LiveValue } from './live-value.ts'

/** Reason why the session ended. `unknown`: the server has no record of it. */
export type SessionEnd =
  | 'expired'
  | 'revoked'
  | 'revoked_by_admin'
  | 'password_changed'
  | 'role_changed'
  | 'deactivated'
  | 'deleted'
  | 'signed_out'
  | 'unknown'

const storageKey = 'session_end'
/** Kept in the browser for the screen of e-mail settings, whose sender addresses are for administrators alone. */
export const emailSettingsKey = 'email_settings'
/** Whatever has the form of one: the screen that says it knows which there are. */
const isReason = (text: string | null | undefined): text is SessionEnd => /^[a-z_]{1,30}$/.test(text ?? '')

const own = createLiveValue<SessionEnd | undefined>(readOwn())

/** Reason why this tab's session ended; undefined: it had none. The sign-in screen shows it. */
export const sessionEnd: LiveValue<SessionEnd | undefined> = own

/** The reason in the code of a 401. */
export function reasonOf(code: string | undefined): SessionEnd {
  const reason = code?.startsWith('auth.session_') === true ? code.slice('auth.session_'.length) : undefined
  return isReason(reason) ? reason : 'unknown'
}

/** Tells every tab why the session is about to end, before they notice. */
export const announceSessionEnd = (reason: SessionEnd) => browserStorage.setItem(storageKey, reason)

/** A tab of this browser is about to end the session by itself. */
export const isSessionEndAnnounced = () => isReason(readShared())

/** Forgets the session here and in every other tab, which learn the reason before the token goes. */
export function endSession(reason: SessionEnd): void {
  if (reason !== 'unknown' || !isReason(readShared())) announceSessionEnd(reason)
  removeAuthToken()
  browserStorage.removeItem(emailSettingsKey)
}

/** This tab was in the session that has ended: it says so until somebody signs in. */
export function noteSessionEnd(): void {
  const shared = readShared()
  setOwn(isReason(shared) ? shared : 'unknown')
}

/** The user signed out on purpose, or signed in in another tab: there is nothing to explain. */
export function forgetSessionEnd(): void {
  setOwn(undefined)
}

/** Begins a session in this tab, and in all others. */
export function beginSession(token: string): void {
  browserStorage.removeItem(storageKey)
  storeAuthToken(token)
  forgetSessionEnd()
}

const readShared = () => browserStorage.getItem(storageKey)

function setOwn(reason: SessionEnd | undefined): void {
  own.set(reason)
  try {
    if (reason === undefined) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, reason)
  } catch {
    // Without session storage a reload of the sign-in screen forgets it.
  }
}

function readOwn(): SessionEnd | undefined {
  try {
    const reason = sessionStorage.getItem(storageKey)
    return isReason(reason) ? reason : undefined
  } catch {
    return undefined
  }
}
