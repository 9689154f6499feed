import { createLiveValue } from '../lib/live-value.ts'

/** An intent passed to the vault from elsewhere: a dialog, a key from a text, or an act on a key. */
export type VaultWish = { open: 'add' | 'import' | 'export' } | { add: string } | KeyWish

export interface KeyWish {
  act: 'share' | 'rotate'
  keyId: string
}

/** Taken by the vault as soon as it is on the screen. */
export const vaultWish = createLiveValue<VaultWish | undefined>(undefined)
