import { getPrograms, type Programs, resumeProgramAccount } from '@twofold/contract/admin/programs'
import { listStreams } from '@twofold/contract/admin/streams'
import { listDeliveries, listWebhooks } from '@twofold/contract/webhooks'
import { addIssuer, addTrust, deleteIssuer, listIssuers, listTrusts, type WorkloadIssuer } from '@twofold/contract/workload'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { open } from '../../testing/open.tsx'
import { refusal as refused, serve, serveLater } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const github = { id: idOf(40), name: 'GitHub', kind: 'github' as const }
const account = { id: idOf(10), name: 'Deploy bot' }
const suggestion = { repository_id: ['7'], repository_owner_id: ['2'], ref: ['refs/heads/main'] }
const refusal = (number: number, repository: string, isManaged: boolean) => ({
  id: idOf(number),
  issuer: github,
  account: { ...account, is_managed: isManaged },
  reason: 'no_rule' as const,
  claims: { repository },
  address: '192.0.2.7',
  refused_at: ago(0),
  suggestion,
})
const rowsOf = <Row,>(...rows: Row[]) => ({ rows, total: rows.length })
const run = (url: string | null) => ({ url, claims: { repository: 'octo/app' } })
const programs: Programs = {
  accounts: rowsOf({
    ...account,
    description: '',
    group: { id: idOf(1), name: 'Releases' },
    created_at: ago(300),
    suspended: { at: ago(1), because: 'denials' as const },
    managers: 3,
    tokens: 2,
    keys: 4,
    keys_waiting: 0,
    last_used_at: null,
    is_managed: false,
  }),
  tokens: {
    total: 201,
    rows: [
      {
        id: idOf(20),
        kind: 'svc' as const,
        name: 'Release',
        last_four: 'x7Qz',
        owner: 'Deploy bot',
        is_agent: false,
        created_by: 'Bo',
        created_at: ago(3),
        expires_at: '2027-03-04T12:00:00.000Z',
        last_used_at: ago(1),
        last_used_address: '192.0.2.9',
      },
    ],
  },
  trusts: rowsOf(),
  refused: rowsOf(refusal(60, 'octo/tools', true), refusal(61, 'octo/other', false)),
  takes: rowsOf(
    {
      id: idOf(70),
      key: { id: idOf(100), name: 'Registry' },
      taker: 'Deploy bot',
      state: 'handed' as const,
      asked_at: ago(0),
      over_at: null,
      verified_run: run('https://github.com/octo/app/actions/runs/9'),
    },
    {
      id: idOf(71),
      key: { id: idOf(101), name: 'Mirror' },
      taker: 'Cy',
      state: 'denied' as const,
      asked_at: ago(0),
      over_at: null,
      verified_run: run('javascript:alert(1)'),
    },
  ),
}
const dialog = page.getByRole('dialog')

async function openPrograms(of: Programs = programs, issuers: Partial<WorkloadIssuer>[] = []) {
  signInAsAdministrator()
  serve(getPrograms, of)
  serve(listWebhooks, {
    data: [{ id: idOf(80), name: 'Chat', state: 'failing', failing_since: ago(1), waiting: 2, last_delivered_at: null }],
  })
  serve(listStreams, { data: [] })
  serve(listIssuers, { data: issuers })
  await open('/admin/programs')
}

test('the back office lists service accounts, tokens, refusals, takes, webhooks and streams', async () => {
  await openPrograms()
  await expect
    .element(page.getByRole('table', { name: 'Service accounts' }))
    .toMatchTextContent(/Deploy bot.*Releases.*Suspended.*4.*2.*3 people.*Never used/)
  await expect
    .element(page.getByRole('table', { name: 'Tokens' }))
    .toMatchTextContent(/Release.*twofold_svc_…x7Qz.*Deploy bot.*by Bo.*192\.0\.2\.9.*Mar 4, 2027/)
  await expect.element(page.getByText('The first 1 of 201.')).toBeVisible()
  await expect.element(page.getByText('No rule lets a workload in.')).toBeVisible()
  await expect.element(page.getByText('No streams yet')).toBeVisible()
  await expectAccessible()
})

test('only the address of a run that the issuer vouches for is a link', async () => {
  await openPrograms()
  const takes = page.getByRole('table', { name: 'Codes taken by programs' })
  await expect.element(takes).toMatchTextContent(/Registry.*Deploy bot.*Code taken.*octo\/app.*Mirror.*Denied.*octo\/app/)
  await expect.element(takes.getByRole('link')).toHaveLength(1)
  await expect.element(takes.getByRole('link')).toHaveAttribute('href', 'https://github.com/octo/app/actions/runs/9')
})

test('a manager makes a rule from a refused run; an administrator who manages nothing reads who can', async () => {
  await openPrograms()
  const runs = page.getByRole('list', { name: 'Refused runs' })
  await expect.element(runs.getByRole('button')).toHaveLength(1)
  await expect.element(runs).toMatchTextContent(/octo\/other.*A manager of Deploy bot can make a rule from it/)
  serve(listTrusts, { data: [], issuers: [github], audience: 'https://vault.example.com/service-accounts/10' })
  await runs.getByRole('button', { name: 'Make a rule from this: octo/tools' }).click()
  await expect.element(dialog.getByLabelText('Claims')).toHaveValue('repository_id = 7\nrepository_owner_id = 2\nref = refs/heads/main')
  const added = serve(addTrust, { message: 'Added.' })
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await expect
    .poll(() => added.map(({ params, body }) => [params.id, body.issuer_id, body.rules]))
    .toEqual([[account.id, github.id, suggestion]])
})

test('the messages of a webhook open from here', async () => {
  await openPrograms()
  serve(listDeliveries, { data: [] })
  await expect.element(page.getByRole('list', { name: 'Webhooks' })).toMatchTextContent(/Chat.*Failing.*2 messages wait/)
  await page.getByRole('button', { name: 'Messages to Chat' }).click()
  await expect.element(dialog).toBeVisible()
})

test('an issuer can be added once the panels above have loaded', async () => {
  const opened = openPrograms()
  const later = serveLater(getPrograms, programs)
  await opened
  await expect.element(page.getByRole('region', { name: 'Rules' })).toBeInTheDocument()
  const add = page.getByRole('button', { name: 'Add issuer' })
  await expect.element(add).not.toBeInTheDocument()
  later.release()
  await expect.element(add).toBeVisible()
})

test('an issuer is added by its kind, with what that kind needs and nothing of another one', async () => {
  await openPrograms()
  await expect.element(page.getByText('No issuer is trusted.')).toBeVisible()
  await page.getByRole('button', { name: 'Add issuer' }).click()
  const asked = serve(addIssuer, { message: 'GitLab is trusted.' })
  await expect.element(dialog.getByLabelText('Address of the issuer')).toHaveValue('https://token.actions.githubusercontent.com')
  await dialog.getByLabelText('Kind').selectOptions('An issuer that Twofold cannot reach')
  await dialog.getByLabelText('Name', { exact: true }).fill('Own cluster')
  await dialog.getByLabelText('Address of the issuer').fill('https://cluster.example.org')
  await dialog.getByLabelText('Public keys').fill('{"keys":[]}')
  await dialog.getByLabelText('Kind').selectOptions('GitLab')
  await expect.element(dialog.getByLabelText('Name', { exact: true })).toHaveValue('Own cluster')
  await expect.element(dialog.getByLabelText('Address of the issuer')).toHaveValue('https://gitlab.com')
  await expect.element(dialog.getByLabelText('Public keys')).not.toBeInTheDocument()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Add issuer' }).click()
  await expect.poll(() => asked.map(({ body }) => body)).toEqual([{ name: 'Own cluster', kind: 'gitlab', issuer: 'https://gitlab.com' }])
})

test('complaints of the server about an issuer are shown at its field', async () => {
  await openPrograms()
  serve(addIssuer, refused('workload.issuer_exists', {}, { errors: { issuer: ['This issuer is trusted already.'] } }))
  await page.getByRole('button', { name: 'Add issuer' }).click()
  await dialog.getByRole('button', { name: 'Add issuer' }).click()
  await expect.element(dialog.getByLabelText('Address of the issuer')).toHaveAccessibleDescription(/trusted already/)
})

test('an issuer says how many rules ask for it, which go with it once that was asked', async () => {
  const removed = serve(deleteIssuer, { message: 'GitHub is trusted no longer.' })
  await openPrograms(programs, [
    {
      ...github,
      issuer: 'https://token.actions.githubusercontent.com',
      trusts: 2,
      thumbprints: ['one-thumbprint'],
      keys_fetched_at: ago(0),
    },
  ])
  await expect.element(page.getByRole('list', { name: 'Issuers' })).toMatchTextContent(/GitHub.*2 rules · Keys fetched.*one-thumbprint/)
  await page.getByRole('button', { name: 'Remove GitHub' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent('2 rules go with it.')
  await question.getByRole('button', { name: 'Remove issuer' }).click()
  await expect.poll(() => removed.map(({ params }) => params.id)).toEqual([idOf(40)])
})

test('a service account is suspended and resumed beside its name', async () => {
  const resumed = serve(resumeProgramAccount, { message: 'Deploy bot is resumed.' })
  await openPrograms()
  await page.getByRole('button', { name: 'Resume Deploy bot' }).click()
  await expect.poll(() => resumed.map(({ params }) => params.id)).toEqual([idOf(10)])
})
