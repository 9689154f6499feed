import { listKeys } from '@twofold/contract/keys'
import { type AccessToken, createToken, listTokens, revokeToken, rotateToken } from '@twofold/contract/tokens'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { refusal, serve, serveLater, unreachable } from '../testing/server.ts'

const id = '01890000-0000-7000-8000-000000000001'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const script: Partial<AccessToken> = {
  id,
  name: 'Deploy script',
  last_four: 'x7Qz',
  scopes: ['keys:read', 'codes:read'],
  is_agent: false,
  networks: null,
  key_ids: null,
  trusted_until: null,
  expires_at: inDays(60),
  last_used_at: null,
  last_used_address: null,
  is_replaced: false,
}
// Shorter than a real one, which scanners would find here.
const secret = 'twofold_pat_0123456789abcdefghijABCDEFGHIJ'
const dialog = page.getByRole('dialog')
const row = (name: string) => page.getByRole('list', { name: 'Access tokens' }).getByRole('listitem').filter({ hasText: name })

async function openTokens(...tokens: Partial<AccessToken>[]) {
  signInWithProfile()
  const lists = serve(listTokens, { data: tokens.map((token) => ({ ...script, ...token })) })
  await open('/profile?tab=tokens')
  return lists
}

test('each token says what it may do, from where, until when and when it was used last', async () => {
  await openTokens(
    { networks: ['192.0.2.0/24', '10.0.0.0/8'], key_ids: [id], last_used_at: inDays(-1), last_used_address: '192.0.2.7' },
    { id: '2', name: 'Soon over', expires_at: inDays(3) },
    { id: '3', name: 'Old one', is_replaced: true },
    { id: '4', name: 'Ended', expires_at: inDays(-3) },
    { id: '5', name: 'Assistant', is_agent: true },
  )
  await expect.element(row('Deploy script')).toMatchTextContent(/twofold_pat_…x7Qz/)
  await expect.element(row('Deploy script')).toMatchTextContent(/List your keys by name · Read the code of one key at a time/)
  await expect.element(row('Deploy script')).toMatchTextContent(/Only for 1 key/)
  await expect.element(row('Deploy script')).toMatchTextContent(/Only from 192\.0\.2\.0\/24 and 10\.0\.0\.0\/8/)
  await expect.element(row('Deploy script')).toMatchTextContent(/Last used yesterday from 192\.0\.2\.7/)
  await expect.element(row('Soon over').getByText('Expires soon')).toBeVisible()
  await expect.element(row('Old one').getByText('Replaced')).toBeVisible()
  await expect.element(row('Old one').getByRole('button', { name: 'Rotate' })).not.toBeInTheDocument()
  await expect.element(row('Ended').getByText('Expired', { exact: true })).toBeVisible()
  await expect.element(row('Assistant').getByText('Agent')).toBeVisible()
  await expectAccessible()
})

test('a token is made with what is chosen, and shown once', async () => {
  const lists = await openTokens()
  await expect.element(page.getByText('You have no access tokens.')).toBeVisible()
  await page.getByRole('button', { name: 'Create token' }).click()
  const send = dialog.getByRole('button', { name: 'Create token' })
  await send.click()
  await expect.element(dialog.getByLabelText('Name', { exact: true })).toHaveAccessibleDescription(/Name is required/)
  await dialog.getByLabelText('Name', { exact: true }).fill('Deploy script')
  await dialog.getByLabelText('List your keys by name').click()
  await send.click()
  await expect.element(dialog.getByText('Choose at least one permission')).toBeVisible()
  await dialog.getByLabelText('Read the code of one key at a time').click()
  await dialog.getByLabelText('Expires after').selectOptions('30 days')
  await dialog.getByLabelText('Networks').fill('192.0.2.0/24\n10.0.0.1')
  await expectAccessible()
  const made = serve(createToken, { token: script, secret })
  await send.click()
  await expect.element(dialog.getByText(secret)).toBeVisible()
  expect(made).toEqual([
    {
      body: {
        name: 'Deploy script',
        scopes: ['codes:read'],
        is_agent: false,
        expires_in_days: 30,
        networks: ['192.0.2.0/24', '10.0.0.1'],
      },
    },
  ])
  await expectAccessible()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect.element(page.getByText(secret)).not.toBeInTheDocument()
  expect(lists.length).toBeGreaterThan(1)
})

test('a token that is made is shown at once, also where the list does not come back', async () => {
  await openTokens()
  await page.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByLabelText('Name', { exact: true }).fill('Deploy script')
  serve(createToken, { token: script, secret })
  const list = serveLater(listTokens, { data: [script] })
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.element(dialog.getByText(secret)).toBeVisible()
  list.release()
})

test('a token whose answer was lost is not created twice: tried again, the dialog says that its text is lost', async () => {
  const fetched = vi.spyOn(window, 'fetch')
  await openTokens()
  await page.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByLabelText('Name', { exact: true }).fill('Deploy script')
  serve(createToken, unreachable)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  // As the server repeats its first answer: without the secret.
  serve(createToken, () => Response.json({ message: 'Token created', token: script }, { status: 201 }))
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.element(page.getByRole('dialog', { name: 'The token did not arrive' })).toBeVisible()
  const keys = fetched.mock.calls
    .filter(([address, init]) => address === `/api${createToken.path}` && init?.method === 'POST')
    .map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
  expect(keys).toEqual([expect.stringMatching(/^\w{16,}$/), keys[0]])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a token that somebody else revoked meanwhile is not rotated, and the form says so', async () => {
  await openTokens({})
  await page.getByRole('button', { name: 'Rotate Deploy script' }).click()
  serve(listTokens, { data: [] })
  serve(rotateToken, refusal('tokens.not_found'))
  await dialog.getByRole('button', { name: 'Create new token' }).click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
})

test('everybody is offered codes that nobody else gets, and an administrator the audit log', async () => {
  signInWithProfile({ role: 'admin' })
  serve(listTokens, {})
  await open('/profile?tab=tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect.element(dialog.getByLabelText('Read the audit log')).toBeVisible()
  await expect.element(dialog.getByLabelText('Take codes that nobody else gets')).toBeVisible()
})

test('refusals of the server are shown beneath their field', async () => {
  await openTokens()
  await page.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByLabelText('Name', { exact: true }).fill('Deploy script')
  await dialog.getByLabelText('Networks').fill('office')
  serve(createToken, refusal('tokens.network_invalid', {}, { errors: { networks: ['This is not a network.'] } }))
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.element(dialog.getByLabelText('Networks')).toHaveAccessibleDescription(/This is not a network\./)
})

test('a token is rotated with an overlap, and its successor is shown once', async () => {
  await openTokens({})
  await page.getByRole('button', { name: 'Rotate Deploy script' }).click()
  await dialog.getByLabelText('The old token works for').selectOptions('1 hour')
  const rotated = serve(rotateToken, { token: script, secret })
  await dialog.getByRole('button', { name: 'Create new token' }).click()
  await expect.element(dialog.getByText(secret)).toBeVisible()
  expect(rotated).toEqual([{ params: { id }, body: { overlap_hours: 1 } }])
})

test('a token is revoked after a question', async () => {
  await openTokens({})
  const revoked = serve(revokeToken, { message: 'The access token Deploy script is revoked.' })
  await page.getByRole('button', { name: 'Revoke Deploy script' }).click()
  expect(revoked).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await expect.element(page.getByText('The access token Deploy script is revoked.')).toBeVisible()
  expect(revoked).toEqual([{ params: { id } }])
})

test('without the server the panel says that the tokens could not be loaded', async () => {
  signInWithProfile()
  serve(listTokens, unreachable)
  await open('/profile?tab=tokens')
  await expect.element(page.getByText('Your access tokens could not be loaded')).toBeVisible()
})

test('a token for an agent is one choice: what it may do follows, and nothing else can be chosen', async () => {
  await openTokens()
  const made = serve(createToken, { token: { ...script, name: 'Assistant', is_agent: true }, secret })
  await page.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByLabelText('Name', { exact: true }).fill('Assistant')
  await dialog.getByLabelText('Add, import and edit your own keys').click()
  await dialog.getByLabelText('For an AI agent').click()
  await expect.element(dialog.getByLabelText('List your keys by name')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.poll(() => made.map(({ body }) => [body.is_agent, body.scopes])).toEqual([[true, ['keys:read', 'codes:take']]])
})

test('an agent is trusted with the codes of named keys for a while, and keys have to be named', async () => {
  await openTokens()
  serve(listKeys, { own_keys: [{ id, name: 'Registry' }], shared_keys: [] })
  const made = serve(createToken, { token: { ...script, name: 'Assistant', is_agent: true }, secret })
  await page.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByLabelText('Name', { exact: true }).fill('Assistant')
  await expect.element(dialog.getByLabelText('Ask for every code')).not.toBeInTheDocument()
  await dialog.getByLabelText('For an AI agent').click()
  await dialog.getByLabelText('Ask for every code').selectOptions('Not for the first 30 minutes')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.element(dialog.getByText('Choose at least one key')).toBeVisible()
  expect(made).toEqual([])
  await dialog.getByLabelText('Registry').click()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.poll(() => made.map(({ body }) => [body.trusted_minutes, body.key_ids])).toEqual([[30, [id]]])
})

test('a row says until when an agent asks for no code', async () => {
  await openTokens(
    { ...script, name: 'Now', is_agent: true, key_ids: [id], trusted_until: inDays(0.02) },
    { ...script, id: '01890000-0000-7000-8000-000000000002', name: 'Before', is_agent: true, key_ids: [id], trusted_until: inDays(-0.02) },
  )
  await expect.element(row('Now').getByText(/Asks for no code until/)).toBeVisible()
  await expect.element(row('Before').getByText(/Asks for no code until/)).not.toBeInTheDocument()
})
