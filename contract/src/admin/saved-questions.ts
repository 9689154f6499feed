import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { requiredName } from '../text-fields.ts'
import { accessFilters } from './access.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('Access')

export const savedQuestionsMost = 100

export const questionNameMax = 100

export const questionNameField = requiredName(questionNameMax)

export const savedQuestion = z.object({
  id: z.string(),
  name: z.string(),
  filters: accessFilters,
  /** Null: their account has been removed. */
  saved_by: z.nullable(z.object({ name: z.string() })),
  created_at: z.string(),
})
export type SavedQuestion = z.infer<typeof savedQuestion>

export const listSavedQuestions = endpoint('GET /admin/access/questions', {
  summary: 'List saved questions to the access ledger, shared by all administrators',
  response: z.object({ data: z.array(savedQuestion) }),
})

export const saveQuestion = endpoint('POST /admin/access/questions', {
  summary: 'Save a question with a name',
  status: 201,
  idempotent: true,
  body: z.strictObject({ name: questionNameField, filters: accessFilters }),
  errors: ['access.question_name_taken', 'access.questions_limit_reached'],
  response: z.object({ question: savedQuestion, ...said }),
})

export const renameQuestion = endpoint('PATCH /admin/access/questions/{id}', {
  summary: 'Rename a saved question',
  body: z.strictObject({ name: questionNameField }),
  errors: ['access.question_name_taken', 'access.question_not_found'],
})

export const deleteQuestion = endpoint('DELETE /admin/access/questions/{id}', {
  summary: 'Delete a saved question',
  errors: ['access.question_not_found'],
})
