import type { Wording } from '@twofold/contract/said'
import type { Client, Identity } from './identity.ts'
import type { Tx } from './transaction.ts'

/** Who has a mail sent again. */
export interface Resender {
  administrator: Identity
  client: Client
}

/** Makes a new link in place of one that an e-mail carried, and answers what its event says then; undefined where its end is reached by now. */
export type RenewLink = (
  tx: Tx,
  mail: { userId: string | null; email: string; madeAt: Date },
  by: Resender,
) => Promise<Record<string, string | readonly Wording[]> | undefined>
