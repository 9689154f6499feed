const selector = '[autocomplete=current-password], [autocomplete=one-time-code], [data-proof]'

/**
 * Whether a field is for the proof of who somebody is: a PIN, a recovery code (`data-proof`), the present password or a one-time code. It is typed
 * again in a moment, so that nothing is lost with it.
 */
export const isProofField = (field: unknown): boolean => field instanceof Element && field.matches(selector)
