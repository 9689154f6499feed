import { deleteKey, listKeys, previewKeyDeletion, restoreKey } from '@twofold/contract/keys'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pressIn, textsOf } from '../testing/fields.ts'
import { closeWithoutWaiting } from '../testing/keyboard.ts'
import { open } from '../testing/open.tsx'
import { letTimeRunOut, refusal, serve, serveLater, unreachable } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'

const dialog = page.getByRole('alertdialog', { name: 'Delete 2FA Key' })
const ask = (name = 'Code host') => page.getByRole('button', { name: `Delete ${name}` })
const undo = page.getByRole('button', { name: 'Undo' })
const confirm = page.getByRole('button', { name: 'Delete Key' })

let vault: ReturnType<typeof signInWithKeys>

const serveDeletion = () =>
  serve(deleteKey, ({ params }) => {
    vault.own_keys.splice(
      vault.own_keys.findIndex(({ id }) => id === params.id),
      1,
    )
    return { message: '2FA key deleted successfully.', restorable_until: new Date(Date.now() + 60_000).toISOString() }
  })

beforeEach(() => {
  serve(previewKeyDeletion, {})
  vault = signInWithKeys([{ name: 'Code host' }])
  serveDeletion()
})

test('the dialog names the key, says what it takes away, and its Cancel has the focus', async () => {
  await open('/dashboard')
  await ask().click()
  for (const text of [
    'This action cannot be undone',
    'Are you sure you want to delete this 2FA key?',
    'Code host will be permanently deleted, and access will be removed for all shared users.',
  ])
    await expect.element(dialog).toMatchTextContent(text)
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
})

test('a shared key says how many people lose it, as the server counts now, and how many backup codes go with it', async () => {
  serve(previewKeyDeletion, { people_losing_access: 2, backup_codes: 1 })
  await open('/dashboard')
  await ask().click()
  await expect.element(dialog).toMatchTextContent('2 people lose access. 1 backup code goes with it.')
})

test('Cancel, Esc and a press beside the dialog delete nothing; the first two give the focus back', async () => {
  const calls = serveDeletion()
  await open('/dashboard')
  for (const key of ['{Enter}', '{Escape}']) {
    await pressIn(ask(), '{Enter}')
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard(key)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(ask()).toHaveFocus()
  }
  await ask().click()
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
  await expect.element(dialog).toBeVisible()
  expect(calls).toEqual([])
})

test('a confirmed deletion says so, and the focus goes on to the key beside it', async () => {
  vault = signInWithKeys([{ name: 'First' }, { name: 'Second' }])
  await open('/dashboard')
  await expect.element(page.getByRole('article')).toHaveLength(2)
  const names = textsOf(page.getByRole('heading', { level: 3 }))
  for (const [index, name] of names.entries()) {
    await ask(name).click()
    await confirm.click()
    await expect.element(page.getByText(`2FA key "${name}" deleted successfully.`)).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByRole('article', { name })).not.toBeInTheDocument()
    const next = names[index + 1]
    await expect.element(next === undefined ? page.getByRole('button', { name: 'Add 2FA Key' }) : ask(next)).toHaveFocus()
  }
  await expect.element(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
})

test('while it is being deleted the dialog says so, and a late answer leaves the question about another key open', async () => {
  const held = Promise.withResolvers<undefined>()
  serve(deleteKey, async () => {
    await held.promise
    return {}
  })
  signInWithKeys([{ name: 'Code host' }, { name: 'Mail' }])
  await open('/dashboard')
  await ask().click()
  await confirm.click()
  await expect.element(page.getByRole('button', { name: 'Deleting...' })).toHaveAttribute('aria-disabled', 'true')
  await closeWithoutWaiting()
  await expect.element(dialog).not.toBeInTheDocument()
  await ask('Mail').click()
  held.resolve(undefined)
  await expect.element(page.getByText(/deleted successfully/)).toBeVisible()
  await expect.element(dialog).toBeVisible()
})

test('a failure closes the dialog and says what the server says, or else that it failed', async () => {
  await open('/dashboard')
  for (const [answer, text] of [
    [unreachable, 'Failed to delete 2FA key. Please try again.'],
    [refusal('keys.not_found'), '2FA key not found.'],
  ] as const) {
    serve(deleteKey, answer)
    await ask().click()
    await confirm.click()
    await expect.element(page.getByRole('alert').getByText(text)).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  }
})

test('a deletion can be taken back', async () => {
  const [key] = vault.own_keys
  const calls = serve(restoreKey, () => {
    if (key) vault.own_keys.push(key)
    return { key, message: '2FA key "Code host" is back.' }
  })
  await open('/dashboard')
  await ask().click()
  await confirm.click()
  await expect.element(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('2FA key "Code host" is back.')).toBeVisible()
  await expect.element(page.getByRole('article', { name: 'Code host' })).toMatchTextContent('123 456')
  expect(calls).toEqual([{ params: { id: key?.id } }])
})

test('a deletion whose Undo does not reach the server can still be taken back', async () => {
  const [key] = vault.own_keys
  serve(restoreKey, unreachable)
  await open('/dashboard')
  await ask().click()
  await confirm.click()
  await undo.click()
  await expect.element(page.getByText('Failed to bring the 2FA key back. Please try again.')).toBeVisible()
  await undo.click()
  await expect.element(undo).toBeVisible()
  serve(restoreKey, () => {
    if (key) vault.own_keys.push(key)
    return { key, message: '' }
  })
  await undo.click()
  await expect.element(page.getByText('2FA key "Code host" is back.')).toBeVisible()
  await expect.element(undo).not.toBeInTheDocument()
})

test('a deletion that the server refuses to take back is not offered again', async () => {
  serve(restoreKey, refusal('keys.not_restorable'))
  await open('/dashboard')
  await ask().click()
  await confirm.click()
  await undo.click()
  await expect.element(page.getByRole('alert').filter({ hasText: /key/ })).toBeVisible()
  await expect.element(undo).not.toBeInTheDocument()
})

/** Carried out, without an answer. */
const serveLostDeletion = () =>
  serve(deleteKey, () => {
    vault.own_keys.pop()
    return unreachable()
  })

test('a deletion that was carried out although its answer was lost can be taken back', async () => {
  serveLostDeletion()
  await open('/dashboard')
  await ask().click()
  await confirm.click()
  await expect.element(page.getByText('2FA key "Code host" deleted successfully.')).toBeVisible()
  await expect.element(undo).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
})

test('a deletion of which nobody knows is said to have been carried out, and can be taken back, as soon as the network is there', async () => {
  serveLostDeletion()
  await open('/dashboard')
  await ask().click()
  serve(listKeys, unreachable)
  await confirm.click()
  await expect.element(page.getByText('Failed to delete 2FA key. Please try again.')).toBeVisible()
  serve(listKeys, () => ({ own_keys: vault.own_keys, shared_keys: [] }))
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('2FA key "Code host" deleted successfully.')).toBeVisible()
  await expect.element(undo).toBeVisible()
})

test('a server that does not answer in time ends the waiting with a sentence that says what to do', async () => {
  serveLater(deleteKey, {})
  await open('/dashboard')
  await ask().click()
  await confirm.click()
  await expect.element(page.getByRole('button', { name: 'Deleting...' })).toBeVisible()
  letTimeRunOut()
  await expect.element(page.getByText('The server did not answer in time. Check whether it was done before you try again.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})
