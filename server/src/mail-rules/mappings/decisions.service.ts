import type { Db } from '../../platform/database.ts'
import { offerMethods } from '../../platform/offer-methods.ts'
import type { DecisionsRepository } from './decisions.repository.ts'

/** Objections and decisions about e-mails, for the nouns that compose, send and remove e-mails. */
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
