import { getGroup } from '@twofold/contract/sharing/memberships'
import { listServiceAccounts, listServiceAccountShares, listServiceAccountTokens } from '@twofold/contract/service-accounts'
import { addTrust, deleteTrust, editTrust, listRefused, listTrusts, type RefusedExchange, type Trust } from '@twofold/contract/workload'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { open } from '../testing/open.tsx'
import { serve } from '../testing/server.ts'
import { bot, group } from '../testing/service-accounts.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'

const github = { id: idOf(40), name: 'GitHub', kind: 'github' as const }
const gitlab = { id: idOf(41), name: 'GitLab', kind: 'gitlab' as const }
const trust: Partial<Trust> = {
  id: idOf(50),
  name: 'Releases of app',
  issuer: github,
  rules: { repository_id: ['1'], repository_owner_id: ['2'], ref: ['refs/heads/main', 'refs/tags/*'] },
  minutes: 15,
  ends_at: null,
  last_used_at: null,
  last_run: null,
}
const refused: Partial<RefusedExchange> = {
  id: idOf(60),
  issuer: github,
  reason: 'no_rule',
  claims: { repository: 'octo/tools', repository_id: '7', ref: 'refs/heads/main' },
  address: '192.0.2.7',
  refused_at: new Date().toISOString(),
  suggestion: { repository_id: ['7'], repository_owner_id: ['2'], ref: ['refs/heads/main'] },
}
const audience = 'https://vault.example.com/service-accounts/10'
const dialog = page.getByRole('dialog')

async function openRules(trusts: Partial<Trust>[], refusals: Partial<RefusedExchange>[] = []) {
  signInWithKeys()
  serve(getGroup, { group, members: [], keys: [] })
  serve(listServiceAccounts, { data: [bot] })
  serve(listServiceAccountTokens, { data: [] })
  serve(listServiceAccountShares, { data: [] })
  serve(listTrusts, { data: trusts, issuers: [github, gitlab], audience })
  serve(listRefused, { data: refusals })
  await open(`/groups/${group.id}`)
  await page.getByRole('button', { name: 'Manage Deploy bot' }).click()
}

test('a refused run says why, and its rule is made from it with what its claims suggest', async () => {
  await openRules([], [refused, { ...refused, id: idOf(61), claims: { repository: 'octo/forked' }, reason: 'event' }])
  const runs = page.getByRole('list', { name: 'Refused runs of Deploy bot' })
  await expect.element(runs).toMatchTextContent(/octo\/tools.*No rule lets such a run in.*192\.0\.2\.7.*GitHub/)
  await expect.element(runs).toMatchTextContent(/octo\/forked.*Somebody outside the repository/)
  await expect.element(runs.getByRole('button')).toHaveLength(1)
  await page.getByRole('button', { name: 'Make a rule from this: octo/tools' }).click()
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('octo/tools')
  await expect.element(dialog.getByLabelText('Issuer')).toBeDisabled()
  await expect.element(dialog.getByLabelText('Claims')).toHaveValue('repository_id = 7\nrepository_owner_id = 2\nref = refs/heads/main')
  await expect.element(dialog.getByText(audience)).toBeVisible()
  await expectAccessible()
  const added = serve(addTrust, { message: 'Added.' })
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(added.map(({ params, body }) => [params.id, body])).toEqual([
    [idOf(10), { name: 'octo/tools', issuer_id: github.id, rules: refused.suggestion, minutes: 15 }],
  ])
})

test('a rule shows its claims and its last run; a line that is no claim is not sent', async () => {
  const run = { url: 'https://github.com/octo/app/actions/runs/9', claims: { repository: 'octo/app' } }
  await openRules([{ ...trust, last_used_at: new Date().toISOString(), last_run: run }])
  const rules = page.getByRole('list', { name: 'Rules of Deploy bot' })
  await expect.element(rules).toMatchTextContent(/Runs of GitHub.*repository_id = 1.*ref = refs\/heads\/main\s*ref = refs\/tags\/\*/)
  await expect.element(rules.getByRole('link', { name: 'octo/app' })).toHaveAttribute('href', run.url)
  await page.getByRole('button', { name: 'Edit Releases of app' }).click()
  const changed = serve(editTrust, { message: 'Changed.' })
  await dialog.getByLabelText('Claims').fill('repository_id')
  await dialog.getByLabelText('Minutes').fill('61')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog.getByLabelText('Claims')).toHaveAccessibleDescription(/Enter each line as claim = value/)
  await expect.element(dialog.getByLabelText('Minutes')).toHaveAccessibleDescription(/Enter a number from 5 to 60/)
  expect(changed).toEqual([])
  await dialog.getByLabelText('Claims').fill('repository_id = 1\n\nref = a=b\nref = c')
  await dialog.getByLabelText('Minutes').fill('60')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(changed.map(({ params, body }) => [params, body])).toEqual([
    [
      { id: idOf(10), trust_id: idOf(50) },
      { name: 'Releases of app', rules: { repository_id: ['1'], ref: ['a=b', 'c'] }, minutes: 60 },
    ],
  ])
})

test('a new rule begins with the claims that its issuer needs, and keeps what was typed', async () => {
  await openRules([])
  await page.getByRole('button', { name: 'Add rule' }).click()
  const claims = dialog.getByLabelText('Claims')
  await expect.element(claims).toHaveValue('repository_id = \nrepository_owner_id = \nref = refs/heads/main')
  await dialog.getByLabelText('Issuer').selectOptions('GitLab')
  await expect.element(claims).toHaveValue('project_id = \nref_type = branch\nref_protected = true\nref = main')
  await claims.fill('project_id = 5')
  await dialog.getByLabelText('Issuer').selectOptions('GitHub')
  await expect.element(claims).toHaveValue('project_id = 5')
})

test('a rule that ends with its maker says so, and is deleted after a question', async () => {
  await openRules([{ ...trust, ends_at: '2026-12-24T12:00:00.000Z' }])
  await expect
    .element(page.getByRole('list', { name: 'Rules of Deploy bot' }))
    .toMatchTextContent(/Ends on Dec 24, 2026.*Save it to keep it/)
  const deleted = serve(deleteTrust, { message: 'Deleted.' })
  await page.getByRole('button', { name: 'Delete Releases of app' }).click()
  expect(deleted).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).click()
  await expect.poll(() => deleted.map(({ params }) => params.trust_id)).toEqual([idOf(50)])
})
