import type { AccessFilters } from '@twofold/contract/admin/access'
import { type listSavedQuestions, type SavedQuestion, savedQuestionsMost, type saveQuestion } from '@twofold/contract/admin/saved-questions'
import type { CallResponse } from '@twofold/contract/endpoint'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database.ts'
import { fail, failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { hasCapacity } from '../../platform/capacity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { SavedQuestionsRepository } from './saved-questions.repository.ts'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface SavedQuestionsServiceDeps extends ServiceDeps {
  questions: (db: Db) => SavedQuestionsRepository
}

/** Recurring questions to the ledger. They belong to the installation, so that a check does not end with the administrator who created it. */
export function createSavedQuestionsService(deps: SavedQuestionsServiceDeps) {
  async function lock(tx: Tx, id: string): Promise<{ name: string }> {
    const question = await deps.questions(tx.db).lock(id)
    if (question === undefined) throw fail('access.question_not_found')
    return question
  }

  return {
    async list(): Promise<CallResponse<typeof listSavedQuestions>> {
      const rows = await deps.questions(deps.db).list()
      const present = (row: (typeof rows)[number]): SavedQuestion => ({
        id: row.id,
        name: row.name,
        filters: row.filters as AccessFilters,
        saved_by: row.saved_by_name === null ? null : { name: row.saved_by_name },
        created_at: row.created_at.toISOString(),
      })
      return { data: rows.map(present) }
    },

    async save(by: Identity, { name, filters }: { name: string; filters: AccessFilters }): Promise<CallResponse<typeof saveQuestion>> {
      const row = { id: uuid(), name, filters, saved_by: by.id, created_at: deps.clock.date() }
      await deps.transaction(async (tx) => {
        const questions = deps.questions(tx.db)
        const limit = savedQuestionsMost
        if (!(await hasCapacity(tx.db, { of: 'saved question', most: limit, count: questions.count })))
          throw fail('access.questions_limit_reached', { parameters: { limit } })
        if (!(await questions.put(row))) throw failField('access.question_name_taken', 'name')
        await tx.audit({ action: 'access.question_saved', target: { kind: 'question', id: row.id, name }, after: { ...filters } })
      })
      const question = { id: row.id, name, filters, saved_by: { name: by.name }, created_at: row.created_at.toISOString() }
      return { question, ...say('question.saved') }
    },

    async rename(id: string, name: string): Promise<Said> {
      await deps.transaction(async (tx) => {
        const before = await lock(tx, id)
        if (!(await deps.questions(tx.db).rename(id, name))) throw failField('access.question_name_taken', 'name')
        const target = { kind: 'question', id, name }
        await tx.audit({ action: 'access.question_renamed', target, before: { name: before.name }, after: { name } })
      })
      return say('question.renamed')
    },

    async remove(id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name } = await lock(tx, id)
        await deps.questions(tx.db).remove(id)
        await tx.audit({ action: 'access.question_deleted', target: { kind: 'question', id, name } })
        return say('question.deleted')
      })
    },
  }
}

export type SavedQuestionsService = ReturnType<typeof createSavedQuestionsService>
