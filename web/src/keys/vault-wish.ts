import { createLiveValue } from '../lib/live-value.ts'

/** What somebody wants to do in the vault, said elsewhere: a dialog, a key from a text, or an act with a key. */
export type VaultWish = { open: 'add' | 'import' | 'export' } | { add: string } | KeyWish

export interface KeyWish {
  act: 'share' | 'rotate'
  /** Of the person's own. */
  keyId: string
}

/** Taken by the vault as soon as it is on the screen. */
export const vaultWish = createLiveValue<VaultWish | undefined>(undefined)
