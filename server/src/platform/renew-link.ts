import type { Wording } from '@twofold/contract/said'
import type { Client, Identity } from './identity.ts'
import type { Tx } from './transaction.ts'

/** The user who has an e-mail sent again. */
export interface Resender {
  administrator: Identity
  client: Client
}

/** Creates a new link in place of one in an earlier e-mail, and answers the new data of its event; undefined if it no longer serves a purpose. */
export type RenewLink = (
  tx: Tx,
  mail: { userId: string | null; email: string; madeAt: Date },
  by: Resender,
) => Promise<Record<string, string | readonly Wording[]> | undefined>
