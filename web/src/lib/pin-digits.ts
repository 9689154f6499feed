import { limits } from '@twofold/contract/limits'

/** The PIN in a typed or pasted text: its digits, at most four. */
export const pinDigits = (text: string) => text.replaceAll(/\D/g, '').slice(0, limits.pinDigits)
