import { liveStream } from '@twofold/contract/live'
import { approveTake, denyTake, listApprovals, type AwaitingTake } from '@twofold/contract/takes'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { open } from '../testing/open.tsx'
import { refusal, serve } from '../testing/server.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'

const iso = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const dialog = page.getByRole('dialog', { name: 'Deploy bot wants a code of Registry' })

/** A program waits, and the stream of each page says so. */
function serveAsked(more: Partial<AwaitingTake> = {}) {
  signInWithKeys([{ name: 'Registry' }])
  const take: AwaitingTake = {
    id: idOf(900),
    key: { id: idOf(100), name: 'Registry' },
    asked_by: 'Deploy bot',
    is_service_account: true,
    token_name: 'Release',
    last_four: 'x9Yz',
    verified_run: { url: 'https://github.com/example/app/actions/runs/7', claims: { repository: 'example/app' } },
    stated_run: { id: '7', url: 'https://ci.example.org/7' },
    reason: '<b>Release 4.2</b>',
    address: '203.0.113.7',
    number: 47,
    may_decide: true,
    asked_at: iso(-2),
    deadline: iso(600),
    ...more,
  }
  const waiting = [take]
  serve(listApprovals, () => ({ data: waiting, server_time: iso(0) }))
  serve(liveStream, () => {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(new TextEncoder().encode('event: hello\ndata: {}\n\nevent: approvals\ndata: {}\n\n')),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  return waiting
}

async function openAsked(more: Partial<AwaitingTake> = {}) {
  const waiting = serveAsked(more)
  await open('/dashboard')
  await expect.element(dialog).toBeVisible()
  return waiting
}

test('a program that waits for a yes is asked about on the open page, with its number, what was checked and what it says', async () => {
  await openAsked()
  await expect.element(dialog).toMatchTextContent('47')
  await expect.element(dialog).toMatchTextContent('Approve only if the program shows this number.')
  await expect.element(dialog).toMatchTextContent('<b>Release 4.2</b>')
  await expect.element(dialog.getByRole('link')).toHaveAttribute('href', 'https://github.com/example/app/actions/runs/7')
  await expectAccessible()
})

test.for([
  ['Approve 47', approveTake],
  ['Deny', denyTake],
] as const)('%s is one press that sends what was asked about, and the question is gone', async ([press, endpoint]) => {
  const waiting = await openAsked()
  const decided = serve(endpoint, () => {
    waiting.length = 0
    return { message: 'It is decided.' }
  })
  await dialog.getByRole('button', { name: press }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(decided).toEqual([{ params: { id: idOf(900) }, ...(endpoint === approveTake && { body: { number: 47 } }) }])
})

test('the maker of the token may only deny if four eyes are required', async () => {
  await openAsked({ may_decide: false })
  await expect.element(dialog).toMatchTextContent('Somebody else has to approve this')
  await expect.element(dialog.getByRole('button', { name: 'Approve 47' })).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: 'Deny' })).toBeVisible()
})

test('a question that is put off stays away', async () => {
  await openAsked()
  await dialog.getByRole('button', { name: 'Later' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Deploy bot wants a code of Registry' })).not.toBeInTheDocument()
})

test('a question that somebody else has answered says so, and is gone', async () => {
  const waiting = await openAsked()
  serve(approveTake, () => {
    waiting.length = 0
    return refusal('takes.decided')
  })
  await dialog.getByRole('button', { name: 'Approve 47' }).click()
  await expect.element(page.getByText('This decision is no longer needed.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a refused decision can be tried again at once, while what waits is still asked for', async () => {
  await openAsked()
  const pending = Promise.withResolvers<never>()
  serve(denyTake, () => {
    serve(listApprovals, () => pending.promise)
    return refusal('takes.decided')
  })
  const deny = dialog.getByRole('button', { name: 'Deny' })
  await deny.click()
  await expect.element(page.getByText('This decision is no longer needed.')).toBeVisible()
  await expect.element(deny).not.toHaveAttribute('aria-disabled')
})

test('the page of a request decides nothing by being opened, asks on itself alone, and says what came of it', async () => {
  const waiting = serveAsked()
  const approved = serve(approveTake, () => {
    waiting.length = 0
    return { message: 'The program gets its code.' }
  })
  const denied = serve(denyTake, { message: 'The program gets no code.' })
  await open(`/approve/${idOf(900)}`)
  const main = page.getByRole('main')
  await expect.element(main.getByRole('heading', { name: 'Deploy bot wants a code of Registry' })).toBeVisible()
  for (const fact of ['47', 'Release', '203.0.113.7', '<b>Release 4.2</b>']) await expect.element(main).toMatchTextContent(fact)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectAccessible()
  expect([...approved, ...denied]).toEqual([])
  await main.getByRole('button', { name: 'Approve 47' }).click()
  await expect.element(page.getByRole('status').filter({ hasText: 'The program gets its code.' })).toBeVisible()
  expect(approved.map(({ params, body }) => [params.id, body.number])).toEqual([[idOf(900), 47]])
  await expectAccessible()
})

test('the page of a request that is over, or not the reader’s to decide, says that it no longer waits', async () => {
  serveAsked({ id: idOf(901) })
  await open(`/approve/${idOf(900)}`)
  const main = page.getByRole('main')
  await expect.element(main.getByText('This request no longer waits')).toBeVisible()
  await expect.element(main.getByRole('button', { name: /Approve/ })).not.toBeInTheDocument()
  // Another one that waits is asked about as on every page.
  await expect.element(dialog).toBeVisible()
})
