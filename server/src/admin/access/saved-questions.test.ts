import {
  deleteQuestion,
  listSavedQuestions,
  renameQuestion,
  savedQuestionsMost,
  saveQuestion,
} from '@twofold/contract/admin/saved-questions'
import { listAudit } from '@twofold/contract/admin/audit'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { startOffice } from '../../testing/start-office.ts'

const partners = { question: 'access', domain: 'partner.example', outside: 'true' } as const

async function started() {
  const app = await startOffice()
  const second = await app.administrator('second@example.org')
  const save = (name: string) => app.admin.call(saveQuestion, { body: { name, filters: partners } })
  const names = async () => (await second.call(listSavedQuestions, {})).body.data.map(({ name }) => name)
  return { ...app, second, save, names }
}

test('a saved question is there for every administrator, with its filters and who saved it', async () => {
  const { second, save } = await started()
  expect((await save('Partners')).status).toBe(201)
  const { data } = (await second.call(listSavedQuestions, {})).body
  expect(data).toMatchObject([{ name: 'Partners', filters: partners, saved_by: { name: expect.any(String) as string } }])
})

test('questions stand in the order of their names, and another administrator may rename and delete them', async () => {
  const { second, save, names } = await started()
  const { id } = (await save('partners')).body.question
  await save('Alone')
  expect(await names()).toEqual(['Alone', 'partners'])
  await second.call(renameQuestion, { params: { id }, body: { name: 'Aaron' } })
  expect(await names()).toEqual(['Aaron', 'Alone'])
  await second.call(deleteQuestion, { params: { id } })
  expect(await names()).toEqual(['Alone'])
  const gone = await second.call(renameQuestion, { params: { id }, body: { name: 'Again' } })
  expect(gone).toMatchObject({ status: 404, body: { code: 'access.question_not_found' } })
})

test('a name is there once, whatever its case, and its field says so', async () => {
  const { second, save, names } = await started()
  await save('Partners')
  const { id } = (await save('Others')).body.question
  expect(await save('PARTNERS')).toMatchObject({
    status: 422,
    body: { errors: { name: ['There is already a saved question with this name.'] } },
  })
  expect((await second.call(renameQuestion, { params: { id }, body: { name: 'partners' } })).status).toBe(422)
  expect(await names()).toEqual(['Others', 'Partners'])
})

test('a question that the ledger would refuse cannot be saved', async () => {
  const { admin } = await started()
  const filters = { question: 'secrets', on: '2026-11-20' } as const
  expect((await admin.call(saveQuestion, { body: { name: 'Wrong', filters } })).status).toBe(422)
})

test('an installation has a bounded number of saved questions', async () => {
  const { save, db } = await started()
  const created_at = new Date()
  const row = (_: unknown, index: number) => ({ id: uuid(), name: `Question ${index}`, filters: '{}', created_at })
  await db
    .insertInto('saved_questions')
    .values(Array.from({ length: savedQuestionsMost }, row))
    .execute()
  expect(await save('One more')).toMatchObject({ status: 409, body: { code: 'access.questions_limit_reached' } })
})

test('that a question was saved, renamed and deleted is written down', async () => {
  const { admin, save } = await started()
  const { id } = (await save('Partners')).body.question
  await admin.call(renameQuestion, { params: { id }, body: { name: 'Suppliers' } })
  await admin.call(deleteQuestion, { params: { id } })
  const { data } = (await admin.call(listAudit, { query: {} })).body
  expect(data.filter(({ action }) => action.startsWith('access.'))).toMatchObject([
    { action: 'access.question_deleted', target: { name: 'Suppliers' } },
    { action: 'access.question_renamed', before: { name: 'Partners' }, after: { name: 'Suppliers' } },
    { action: 'access.question_saved', target: { name: 'Partners' }, after: partners },
  ])
})
