import { Readable } from 'node:stream'
import { exportAccess, exportEvidence, listAccess } from '@twofold/contract/admin/access'
import { deleteQuestion, listSavedQuestions, renameQuestion, saveQuestion } from '@twofold/contract/admin/saved-questions'
import { Download } from '../../platform/http/download.ts'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { EvidenceService } from './evidence.service.ts'
import type { LedgerService } from './ledger.service.ts'
import type { SavedQuestionsService } from './saved-questions.service.ts'

export interface AccessRoutesServices {
  ledger: LedgerService
  questions: SavedQuestionsService
  evidence: EvidenceService
}

export function accessRoutes(app: App, { ledger, questions, evidence }: AccessRoutesServices): void {
  route(app, listAccess, byAdmin.evenClosed.read, ({ query }) => ledger.list(query))
  route(app, exportAccess, byAdmin.evenClosed.write, async ({ query }) => {
    const content = Readable.from(await ledger.export(query), { objectMode: false })
    return new Download(`twofold-access-${query.question.replaceAll('_', '-')}.csv`, 'text/csv; charset=utf-8; header=present', content)
  })
  route(app, exportEvidence, byAdmin.evenClosed.write, async ({ user, query }) => {
    const content = Readable.from(await evidence.make(user, query), { objectMode: false })
    return new Download('twofold-access-evidence.zip', 'application/zip', content)
  })
  route(app, listSavedQuestions, byAdmin.evenClosed.read, () => questions.list())
  route(app, saveQuestion, byAdmin.evenClosed.atOnce, ({ user, body }) => questions.save(user, body))
  route(app, renameQuestion, byAdmin.evenClosed.atOnce, ({ params, body }) => questions.rename(params.id, body.name))
  route(app, deleteQuestion, byAdmin.evenClosed.atOnce, ({ params }) => questions.remove(params.id))
}
