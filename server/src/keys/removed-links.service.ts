import type { CallResponse } from '@twofold/contract/endpoint'
import type { listRemovedLinks } from '@twofold/contract/keys'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/identity.ts'
import type { RemovedLinksRepository } from './removed-links.repository.ts'

/** Informs owners that a key's name contained a secret, until they have read it. */
export function createRemovedLinksService(deps: { db: Db; links: (db: Db) => RemovedLinksRepository }) {
  return {
    async list(user: Identity): Promise<CallResponse<typeof listRemovedLinks>> {
      return { data: await deps.links(deps.db).listOf(user.id) }
    },
    async dismiss(user: Identity): Promise<Said> {
      await deps.links(deps.db).removeOf(user.id)
      return say('noted')
    },
  }
}

export type RemovedLinksService = ReturnType<typeof createRemovedLinksService>
