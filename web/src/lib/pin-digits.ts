import { limits } from '@twofold/contract/limits'

/** What of a typed or pasted text can be a PIN: its digits, at most four. */
export const pinDigits = (text: string) => text.replaceAll(/\D/g, '').slice(0, limits.pinDigits)
