import { type AccessRow, exportAccess, exportEvidence, listAccess } from '@twofold/contract/admin/access'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { refusal, serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'
import { resizeWindow } from '../../testing/window.ts'
import { deleteQuestion, listSavedQuestions, renameQuestion, saveQuestion } from '@twofold/contract/admin/saved-questions'

const row = {
  key: { id: idOf(1), name: 'Code host', owner: { id: idOf(2), name: 'Ann Example' } },
  person: { id: idOf(3), name: 'Bo Sample', email: 'bo@example.com', is_active: true },
  via: 'group',
  group: { id: idOf(4), name: 'Night shift' },
  level: 'view',
  since: '2026-11-20T10:00:00Z',
  until: null,
  what: null,
  last_used_at: null,
} as const
const waiting = {
  ...row,
  person: { id: null, name: null, email: 'new@partner.example', is_active: false },
  via: 'direct',
  group: null,
} as const

function serveRows(...rows: AccessRow[]) {
  signInAsAdministrator()
  serve(listSavedQuestions, {})
  return serve(listAccess, { known_since: '2026-11-01T00:00:00Z', has_more: false, ...onePage(...rows) })
}

test('a row says who, how, how much and since when, and the screen says since when that is recorded', async () => {
  serveRows(row, waiting)
  await open('/admin/access')
  await expect
    .element(page.getByRole('row').filter({ hasText: 'Bo Sample' }))
    .toMatchTextContent(/Code host.*bo@example\.com.*By the group Night shift.*View Only.*Nov 20, 2026, 10:00:00 AM(?! UTC).*Open/)
  await expect.element(page.getByRole('row').filter({ hasText: 'new@partner.example' })).toMatchTextContent(/Not proven.*Shared directly/)
  await expect.element(page.getByText(/Every change of access is recorded since/)).toMatchTextContent('Nov 1, 2026, 12:00:00 AM UTC')
  await expectAccessible()
})

test('a key and a person lead to what is known of them, and their name stands in the field', async () => {
  const calls = serveRows(row)
  await open('/admin/access?question=secrets&person=bo')
  await page.getByRole('link', { name: 'Who can use Code host' }).click()
  await expectAddress(new RegExp(`/admin/access\\?key=${idOf(1)}$`))
  await expect.element(page.getByLabelText('Key', { exact: true })).toHaveValue('Code host')
  await expect.poll(() => calls.at(-1)).toMatchObject({ query: { question: 'access', key: idOf(1) } })
  await page.getByRole('link', { name: 'What Bo Sample can use' }).click()
  await expectAddress(new RegExp(`/admin/access\\?person=${idOf(3)}$`))
  await expect.element(page.getByLabelText('Person', { exact: true })).toHaveValue('Bo Sample')
})

test('a question drops the filters that it does not know, and keeps the others', async () => {
  const calls = serveRows(row)
  await open('/admin/access?tag=web&on=2026-11-20&group=night')
  await page.getByLabelText('Question').selectOptions('showings')
  await expectAddress(/\?tag=web&question=showings$/)
  await expect.element(page.getByLabelText('On a day (UTC)')).not.toBeInTheDocument()
  await expect.poll(() => calls.at(-1)).toMatchObject({ query: { question: 'showings', tag: 'web', page: 1 } })
  expect(calls.at(-1)?.query).not.toHaveProperty('on')
})

test('domains ask for addresses inside or outside of them, and the export asks the same', async () => {
  const calls = serveRows(row)
  const exports = serve(exportAccess, 'key\r\n')
  await open('/admin/access')
  await page.getByLabelText('Domains').fill('example.org')
  await page.getByLabelText('Addresses').selectOptions('true')
  await expectAddress(/domain=example\.org&outside=true/)
  await expect.poll(() => calls.at(-1)).toMatchObject({ query: { domain: 'example.org', outside: 'true' } })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => exports.at(-1)).toMatchObject({ query: { question: 'access', domain: 'example.org', outside: 'true' } })
})

test('more rows than are counted are said, with where all of them are', async () => {
  signInAsAdministrator()
  serve(listSavedQuestions, {})
  serve(listAccess, { known_since: '2026-11-01T00:00:00Z', has_more: true, ...onePage(row), last_page: 10, total: 250 })
  await open('/admin/access')
  await expect.element(page.getByText('More than 250 results. The export has all of them.')).toBeVisible()
})

const partners = { id: idOf(9), name: 'Partners', filters: { question: 'access', domain: 'example.org', outside: 'true' } } as const

test('the present question is saved under a name, and then stands among the saved ones', async () => {
  serveRows(row)
  const saved: (typeof partners)[] = []
  serve(listSavedQuestions, () => ({ data: saved }))
  const calls = serve(saveQuestion, () => {
    saved.push(partners)
    return { question: partners, message: 'Question saved.' }
  })
  await open('/admin/access?domain=example.org&outside=true')
  await page.getByRole('button', { name: 'Save question' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Partners')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('link', { name: 'Partners' })).toHaveAttribute('aria-current', 'page')
  expect(calls).toEqual([{ body: { name: 'Partners', filters: partners.filters } }])
  await expect.element(page.getByRole('button', { name: 'Save question' })).not.toBeInTheDocument()
})

test('a saved question opens with its filters, is renamed and is deleted', async () => {
  serveRows(row)
  let saved: { id: string; name: string; filters: typeof partners.filters }[] = [partners]
  serve(listSavedQuestions, () => ({ data: saved }))
  const renames = serve(renameQuestion, ({ body }) => {
    saved = [{ ...partners, name: body.name }]
    return { message: 'Question renamed.' }
  })
  const deletions = serve(deleteQuestion, () => {
    saved = []
    return { message: 'Question deleted.' }
  })
  await open('/admin/access?question=unused')
  await page.getByRole('link', { name: 'Partners' }).click()
  await expectAddress(/\/admin\/access\?domain=example\.org&outside=true$/)
  await expectAccessible()
  await page.getByRole('button', { name: 'Saved question' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Suppliers')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect.element(page.getByRole('link', { name: 'Suppliers' })).toBeVisible()
  expect(renames).toMatchObject([{ params: { id: idOf(9) }, body: { name: 'Suppliers' } }])
  await page.getByRole('button', { name: 'Saved question' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete question' }).click()
  await expect.element(page.getByRole('link', { name: 'Suppliers' })).not.toBeInTheDocument()
  expect(deletions).toHaveLength(1)
})

test('a name that is taken is said beneath the field', async () => {
  serveRows(row)
  serve(saveQuestion, () =>
    refusal('access.question_name_taken', {}, { errors: { name: ['There is already a saved question with this name.'] } }),
  )
  await open('/admin/access?tag=web')
  await page.getByRole('button', { name: 'Save question' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Partners')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('dialog').getByText('There is already a saved question with this name.')).toBeVisible()
})

test('the evidence pack is one press away, for the days that were asked about', async () => {
  serveRows(row)
  const packs = serve(exportEvidence, 'PK')
  await open('/admin/access?question=showings&from=2026-11-01&to=2026-11-20')
  await page.getByRole('button', { name: 'Evidence pack' }).click()
  await expect.poll(() => packs.at(-1)).toEqual({ query: { from: '2026-11-01', to: '2026-11-20' } })
})

test('on a tablet an address breaks after its @, and not in a name', async () => {
  serveRows({ ...row, until: '2026-12-20T10:00:00Z', person: { ...row.person, email: 'bo.sample@example.org' } })
  await open('/admin/access')
  await resizeWindow(768)
  await expect.element(page.getByText('bo.sample@example.org')).toBeVisible()
  const range = document.createRange()
  range.selectNodeContents((await page.getByText('bo.sample@example.org').findElement()).lastChild as Node)
  await expect.poll(() => range.getClientRects()).toHaveLength(1)
})

test('in the card of a narrow screen, name and address of a person end together', async () => {
  serveRows(row)
  await open('/admin/access')
  await resizeWindow(320)
  const endOf = (text: string) => {
    const range = document.createRange()
    range.selectNodeContents(page.getByRole('cell').getByText(text).element())
    return range.getBoundingClientRect().right
  }
  await expect.element(page.getByRole('cell').getByText(row.person.email)).toBeVisible()
  await expect.poll(() => endOf(row.person.name) - endOf(row.person.email)).toBeCloseTo(0, 0)
})
