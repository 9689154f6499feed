import { getMailPath } from '@twofold/contract/admin/mail-path'
import { approveRequest, getRequest, listRequests, refuseRequest, type Request } from '@twofold/contract/admin/requests'
import { confirmFactor, getFactors } from '@twofold/contract/factors'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { holdTime } from '../../testing/clock.ts'
import { button } from '../../testing/fields.ts'
import { pressEscape } from '../../testing/keyboard.ts'
import { open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { at, detail, request, requestAddress, serveRequest } from '../../testing/request.ts'
import { refusal, serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

beforeEach(() => void signInAsAdministrator())

test('a request says what it touches now and until when, what has changed since, and is approved after a question', async () => {
  serveRequest()
  const approved = serve(approveRequest, { message: 'Approved and carried out.', request: { ...request, state: 'carried_out' } })
  await open(requestAddress)
  await expect.element(page.getByText('3 devices are signed out')).toBeVisible()
  const closed = `15 keys stay closed until ${at('2026-01-02T10:40:00.000Z')}: Build server, Registrar, Staging, and 12 more`
  await expect.element(page.getByText(closed)).toBeVisible()
  await expect.element(page.getByText('Now 15 keys, 14 when asked')).toBeVisible()
  await expect.element(page.getByText('Ada Example or Di Probe')).toBeVisible()
  await expectAccessible()
  await button('Approve').click()
  await expect.element(page.getByRole('alertdialog').getByText('Now 15 keys, 14 when asked')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByText('Approved and carried out.').first()).toBeVisible()
  expect(approved.map(({ body }) => body)).toEqual([{ seen: detail.impact_now }])
})

test('the list says how much time is left, and what waits for the reader before what they asked for', async () => {
  holdTime()
  const now = Date.now()
  const at = (hours: number) => new Date(now + hours * 3_600_000 + 30_000).toISOString()
  const own = { ...request, id: idOf(7), asker: { id: idOf(1), name: 'Ada Example' }, created_at: at(-20), runs_at: at(4) }
  signInAsAdministrator({ id: idOf(1) })
  serve(listRequests, onePage(own, { ...request, created_at: at(-2), expires_at: at(166) }))
  serve(getRequest, detail)
  await open('/admin/requests')
  const others = page.getByRole('list', { name: 'Waiting for you' })
  await expect.element(others.getByText('Expires in 6 d 22 h')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Asked by you' }).getByText('Runs in 4 h 0 min')).toBeVisible()
  const passed = page.getByRole('list', { name: 'Asked by you' }).getByRole('progressbar', { name: 'Time that has passed' })
  await expect.element(passed).toHaveAttribute('aria-valuetext', '4 h 0 min left')
  await expectAccessible()
})

test('the person who approves sees every detail: keys by their thumbprints, everybody of a bulk act, and what has no label by its name', async () => {
  const issuer = {
    ...request,
    act: 'add_issuer' as const,
    what: 'Trust workload tokens of Cluster (https://cluster.example.org)',
    subject: null,
    detail: { name: 'Cluster', issuer: 'https://cluster.example.org', keys: '2', thumbprints: 'first second', later: 'Of a newer version' },
  }
  const users = [{ name: 'Kit Sample', email: 'kit@example.org' }]
  serve(listRequests, onePage(issuer))
  serve(getRequest, { ...detail, request: issuer, names: { users, keys: [], people: [], approvers: [] } })
  await open(requestAddress)
  for (const text of ['first', 'second', 'Of a newer version', 'Kit Sample (kit@example.org)', 'Pasted keys', 'later'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expectAccessible()
})

test('a hand-over says how many keys get a new owner, whatever else the account owns', async () => {
  const handOver = { ...request, act: 'hand_over' as const, detail: { to: 'Zoe Example', keys: '1', key_names: 'Registrar' } }
  serve(listRequests, onePage(handOver))
  serve(getRequest, { ...detail, request: handOver })
  await open(requestAddress)
  await expect.element(page.getByText('1 key gets a new owner')).toBeVisible()
  await expect.element(page.getByText('Now 15 keys in the account, 14 when asked')).toBeVisible()
  serve(getRequest, { ...detail, request: { ...handOver, detail: { ...handOver.detail, keys: 'all' } } })
  await open(requestAddress)
  await expect.element(page.getByText('15 keys of this account get a new owner where they are undecided')).toBeVisible()
})

test('J and K go through the requests, Y approves and R refuses', async () => {
  const second = { ...request, id: idOf(8), act: 'set_pin' as const, what: 'Set the PIN of Kit Sample' }
  serve(listRequests, onePage(request, second))
  serve(getRequest, ({ params }) => ({ ...detail, request: params.id === second.id ? second : request }))
  await open(requestAddress)
  await expect.element(page.getByRole('heading', { name: 'Set the password of Kit Sample' })).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(page.getByRole('heading', { name: 'Set the PIN of Kit Sample' })).toBeVisible()
  await userEvent.keyboard('k')
  await expect.element(page.getByRole('heading', { name: 'Set the password of Kit Sample' })).toBeVisible()
  await userEvent.keyboard('y')
  await expect.element(page.getByRole('alertdialog', { name: 'Approve this request?' })).toBeVisible()
  await pressEscape()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await userEvent.keyboard('r')
  await expect.element(page.getByRole('alertdialog', { name: 'Refuse this request?' })).toBeVisible()
})

test('an approval that takes the second factor asks for it and is sent again; without it nothing is approved', async () => {
  serveRequest()
  serve(getFactors, {
    totp: { is_enabled: true, since: null },
    passkeys: [],
    recovery_codes: { available: 9, total: 10, created_at: null },
  })
  let isShown = false
  const tries = serve(approveRequest, () =>
    isShown
      ? { message: 'Approved and carried out.', request: { ...request, state: 'carried_out' as const } }
      : refusal('factors.proof_required'),
  )
  const shown = serve(confirmFactor, ({ body }) => {
    isShown = body.method === 'totp' && body.code === '123456'
    return isShown ? {} : refusal('factors.code_wrong', {}, { errors: { code: ['This code is wrong.'] } })
  })
  await open(requestAddress)
  const question = page.getByRole('dialog', { name: 'Confirm with your second factor' })
  const approve = async () => {
    await button('Approve').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
    await expect.element(question).toBeVisible()
  }
  await approve()
  await expectAccessible()
  await pressEscape()
  await expect.element(page.getByText('Please confirm this with your second factor first.').first()).toBeVisible()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(tries).toHaveLength(1)
  await approve()
  await question.getByLabelText('Code from your authenticator app').fill('000000')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(question.getByText('This code is wrong.')).toBeVisible()
  await question.getByLabelText('Code from your authenticator app').fill('123456')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByText('Approved and carried out.').first()).toBeVisible()
  expect([tries.length, shown.length]).toEqual([3, 2])
})

test('an administrator without a second factor reads which to add, and has no button to approve', async () => {
  serveRequest({ cannot_approve: 'no_factor' })
  await open(requestAddress)
  await expect.element(page.getByText(/Approving takes a second factor/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Add a second factor' })).toHaveAttribute('href', '/profile?tab=security')
  await expect.element(button('Refuse')).toBeVisible()
  expect(button('Approve').query()).toBeNull()
})

test('once somebody else has decided, the buttons give way to who did', async () => {
  serveRequest()
  await open(requestAddress)
  await expect.element(button('Approve')).toBeVisible()
  const refused: Request = {
    ...request,
    state: 'refused',
    decided_at: new Date().toISOString(),
    decided_by: 'Di Probe',
    outcome: 'Ask Kit.',
  }
  serve(getRequest, { ...detail, request: refused, impact_now: null, names: null, closed_until: null })
  const failed = serve(approveRequest, refusal('requests.decided'))
  await button('Approve').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByText(/Di Probe refused it \d s ago/)).toBeVisible()
  await expect.element(button('Approve')).not.toBeInTheDocument()
  expect(failed).toHaveLength(1)
})

test('a request that was cut off midway says what is done and what is not, and one that waits alone that the wait is the only guard', async () => {
  const outcome = '1 of 3 done. Not done: two, three.'
  const cut: Request = { ...request, act: 'bulk', subject: null, detail: { action: 'promote', people: '3' }, state: 'interrupted', outcome }
  serve(listRequests, onePage(cut))
  serve(getRequest, { ...detail, request: cut, impact_now: null, names: null, closed_until: null })
  await open(requestAddress)
  await expect.element(page.getByText(outcome)).toBeVisible()
  await expect.element(button('Resume')).toBeVisible()
  const alone: Request = { ...request, id: idOf(9), runs_at: '2026-01-02T03:01:00.000Z' }
  serve(getRequest, { ...detail, request: alone, names: { ...detail.names, approvers: [] } })
  await open(`/admin/requests?id=${alone.id}`)
  await expect.element(page.getByText(/the wait is the only guard/)).toBeVisible()
})

test('a request that waits alone names the administrators who were added since and may approve it', async () => {
  const alone: Request = { ...request, runs_at: '2026-01-02T03:01:00.000Z' }
  serve(listRequests, onePage(alone))
  serve(getRequest, { ...detail, request: alone })
  await open(requestAddress)
  await expect.element(page.getByText(/unless Ada Example or Di Probe approves or refuses it before/)).toBeVisible()
  expect(page.getByText(/the wait is the only guard/).query()).toBeNull()
})

test('the only administrator reads that nobody has to approve their request', async () => {
  const alone: Request = { ...request, runs_at: '2026-01-02T03:01:00.000Z' }
  serve(listRequests, onePage(alone))
  serve(getRequest, { ...detail, request: alone, is_own: true, cannot_approve: 'own' })
  await open(requestAddress)
  await expect.element(page.getByText(/no other administrator to approve it. You can still withdraw it/)).toBeVisible()
  await expect.element(button('Withdraw')).toBeVisible()
  expect(page.getByText(/Another administrator decides/).query()).toBeNull()
})

test('refusing takes a reason', async () => {
  serveRequest()
  const refused = serve(refuseRequest, { message: 'The request is refused.', request: { ...request, state: 'refused' } })
  await open(requestAddress)
  await button('Refuse').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect.element(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabelText('Reason').fill('Ask Kit first.')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect.element(page.getByText('The request is refused.').first()).toBeVisible()
  expect(refused.map(({ body }) => body)).toEqual([{ reason: 'Ask Kit first.' }])
})

test('an administrator who may not approve reads why, and has no button for it', async () => {
  serveRequest({ cannot_approve: 'made_by_asker' })
  await open(requestAddress)
  await expect.element(page.getByText(/created, promoted or changed your account/)).toBeVisible()
  expect(button('Approve').query()).toBeNull()
})

test('an administrator whose own account is closed reads until when, and has no button to approve or resume', async () => {
  const closed = { cannot_approve: 'closed' as const, cannot_approve_until: '2026-01-02T09:00:00.000Z' }
  serveRequest(closed)
  const change = { kind: 'provider' as const, what: 'Reserve SMTP', by: 'Cy Muster', happened_at: request.created_at, counts_until: null }
  serve(getMailPath, { changes: [{ id: idOf(5), ...change, ...closed }] })
  await open(requestAddress)
  const reason = page.getByText(`Secrets of your account stay closed until ${at(closed.cannot_approve_until)}.`)
  await expect.element(reason.first()).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Changes to e-mail' }).getByText(/Secrets of your account/)).toBeVisible()
  await expect.element(button('Refuse')).toBeVisible()
  expect([button('Approve').query(), button('Approve Changes').query()]).toEqual([null, null])
  const cut: Request = { ...request, id: idOf(9), act: 'bulk', subject: null, state: 'interrupted', outcome: '1 of 3 done.' }
  serve(getRequest, { ...detail, ...closed, request: cut, impact_now: null, names: null, closed_until: null })
  await open(`/admin/requests?id=${cut.id}`)
  await expect.element(button('End')).toBeVisible()
  expect(button('Resume').query()).toBeNull()
})

test('a list without requests says how they come to be, and what is on the list', async () => {
  serve(getMailPath, {})
  serve(listRequests, onePage())
  await open('/admin/requests')
  await expect.element(page.getByText('No request is waiting')).toBeVisible()
  await expect.element(page.getByText(/another administrator approves or refuses it/)).toBeVisible()
  await button('Expired').click()
  await expect.element(page.getByText('No request has expired')).toBeVisible()
})
