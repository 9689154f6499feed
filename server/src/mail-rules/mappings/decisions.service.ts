import type { Db } from '../../platform/database.ts'
import { offerMethods } from '../../platform/offer-methods.ts'
import type { DecisionsRepository } from './decisions.repository.ts'

/** What speaks for and against an e-mail, and what was decided: for the nouns that make e-mails, send them and remove old ones. */
export const createDecisionsService = (decisions: (db: Db) => DecisionsRepository) =>
  offerMethods(
    decisions,
    'findAllObjections',
    'findLastSent',
    'findMapping',
    'findMappings',
    'findObjections',
    'findRecipientByEmail',
    'findRecipients',
    'lastSentAt',
    'listRecipients',
    'lockCooldowns',
    'put',
  )

export type DecisionsService = ReturnType<typeof createDecisionsService>
