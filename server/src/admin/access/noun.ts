import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun, onlyRoutes } from '../../platform/ground/define-noun.ts'
import type { Reviews } from '../../reviews/noun.ts'
import type { Analytics } from '../analytics/noun.ts'
import { accessRoutes } from './access.routes.ts'
import { createEvidenceService } from './evidence.service.ts'
import { createLedgerRepository } from './ledger.repository.ts'
import { createLedgerService } from './ledger.service.ts'
import { createSavedQuestionsRepository } from './saved-questions.repository.ts'
import { createSavedQuestionsService } from './saved-questions.service.ts'

/** Past and present access to keys, for administrators and auditors. */
export const access = defineNoun({
  name: 'admin/access',
  owns: ['saved_questions'],
  metrics: 'none',
  build(ground: Ground, { reviews, riskConditions }: Pick<Reviews, 'reviews'> & Pick<Analytics, 'riskConditions'>) {
    const ledger = createLedgerService({ ...ground, ledger: (db) => createLedgerRepository(db, riskConditions) })
    const evidence = createEvidenceService({ ...ground, ledger, reviews, chain: ground.auditChain })
    const questions = createSavedQuestionsService({ ...ground, questions: createSavedQuestionsRepository })
    return {
      ...onlyRoutes((app) => accessRoutes(app, { ledger, questions, evidence })),
      deletion: { forgets: ['saved_questions'] },
    }
  },
})
