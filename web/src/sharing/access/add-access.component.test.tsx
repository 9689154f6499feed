import { listGroups } from '@twofold/contract/sharing/memberships'
import { listKeys } from '@twofold/contract/keys'
import { listServiceAccounts } from '@twofold/contract/service-accounts'
import { listContacts, shareKey } from '@twofold/contract/sharing/grants'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refusal, serve, unreachable } from '../../testing/server.ts'
import { resizeWindow } from '../../testing/window.ts'
import { idOf, signInWithKeys } from '../../testing/vault.ts'
import { sheet, field, send, option, operations, mia, serveShares, openSheet } from '../../testing/access-sheet.ts'

beforeEach(() => void signInWithKeys([{ name: 'Code host' }]))

test('an empty address is not sent, a wrong one is named, and keys reload only for a success', async () => {
  await openSheet()
  await expect.element(field).toHaveFocus()
  const shares = serve(shareKey, { type: 'warning', message: 'This key is already yours.' })
  const lists = serve(listKeys, {})
  await send.click()
  await field.fill('nobody')
  await send.click()
  await expect.element(field).toHaveAccessibleDescription(/Please enter a valid email address/)
  expect(shares).toEqual([])
  await field.fill('cleo@example.org')
  await send.click()
  await expect.element(sheet.getByRole('alert').getByText('This key is already yours.')).toBeVisible()
  await expect.element(sheet.getByRole('list', { name: 'Share with' })).toMatchTextContent('cleo@example.org')
  expect(shares).toHaveLength(1)
  expect(lists).toEqual([])
})

test('the field names all that can be given access, and has room for it on a phone of 320 pixels in English and German', async () => {
  await resizeWindow(320)
  await openSheet()
  await expect.element(field).toHaveAttribute('placeholder', 'Name, e-mail, group, service')
  const input = (await field.findElement()) as HTMLInputElement
  const drawing = document.createElement('canvas').getContext('2d')
  if (drawing === null) throw new Error('This browser does not draw.')
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(input)
  drawing.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
  for (const text of [input.placeholder, 'Name, E-Mail, Gruppe, Dienst']) {
    expect(drawing.measureText(text).width).toBeLessThanOrEqual(input.clientWidth)
    input.placeholder = text
  }
})

test('an address, a group and a service account that have the key already are said to, and an ended share is not', async () => {
  serveShares(
    mia,
    { id: idOf(51), email: 'cleo@example.org', permission: 'admin', is_expired: true },
    { id: idOf(52), permission: 'admin', group: operations },
    { id: idOf(53), permission: 'view-only', service_account: { id: idOf(7), name: 'Deploy bot' } },
  )
  serve(listGroups, { own_groups: [operations] })
  serve(listServiceAccounts, { data: [{ id: idOf(7), name: 'Deploy bot' }] })
  await openSheet()
  await field.fill(' Mia@Example.org')
  await expect.element(field).toHaveAccessibleDescription(/Mia already has View Only access. Sharing again changes it./)
  await field.fill('cleo@example.org')
  await expect.element(field).toHaveAccessibleDescription(/No account yet\? They’ll get an invitation./)
  await field.fill('oper')
  await expect.element(option(/Operations Group of 3 people Admin/)).toBeVisible()
  await option(/Operations/).click()
  await expect.element(field).toHaveAccessibleDescription(/Operations already has Admin access. Sharing again changes it./)
  await field.fill('depl')
  await expect.element(option(/Deploy bot Service account View Only/)).toBeVisible()
})

test('while it is under way nothing is sent twice, and a failure keeps the address with the reason', async () => {
  await openSheet()
  const held = Promise.withResolvers<undefined>()
  const calls = serve(shareKey, async () => {
    await held.promise
    return unreachable()
  })
  await field.fill('mia@example.org')
  await send.click()
  await expect.element(sheet.getByRole('button', { name: 'Sharing...' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  held.resolve(undefined)
  await expect.element(sheet.getByRole('alert').getByText('Failed to share key. Please try again.')).toBeVisible()
  await expect.element(sheet.getByRole('list', { name: 'Share with' })).toMatchTextContent('mia@example.org')
  expect(calls).toHaveLength(1)
})

test('each of several pasted addresses is answered for: those that fail stay, each with its reason, and keep nobody from the key', async () => {
  await openSheet()
  const calls = serve(shareKey, ({ body }) => {
    if (body.email === 'bo@example.org') return refusal('sharing.too_many_invitations', { limit: 20, hours: 3 })
    return { type: 'success', message: `Key shared with ${body.email}.` }
  })
  await navigator.clipboard.writeText('Ann <ann@example.org>, bo@example.org\ncy@example.org')
  await field.click()
  await userEvent.paste()
  const chips = sheet.getByRole('list', { name: 'Share with' }).getByRole('listitem')
  await expect.element(chips.nth(2)).toMatchTextContent('cy@example.org')
  await sheet.getByRole('button', { name: 'View Only: access level', exact: true }).click()
  await page.getByRole('menuitemradio', { name: /Admin/ }).click()
  await send.click()
  await expect.element(sheet.getByRole('alert').getByText(/You have shared with 20 new addresses today/)).toBeVisible()
  await expect.element(chips).toMatchTextContent('bo@example.org')
  expect(calls.map(({ body }) => [body.email, body.permission])).toEqual([
    ['ann@example.org', 'admin'],
    ['bo@example.org', 'admin'],
    ['cy@example.org', 'admin'],
  ])
})

test('several addresses that were typed one after the other are all shared with', async () => {
  await openSheet()
  const calls = serve(shareKey, ({ body }) => ({ type: 'success', message: `Key shared with ${body.email}.` }))
  await field.fill('ann@example.org bo@example.org')
  await userEvent.keyboard(' cy@example.org{Enter}')
  await expect.poll(() => calls.map(({ body }) => body.email)).toEqual(['ann@example.org', 'bo@example.org', 'cy@example.org'])
})

test('a person shared with before is found by a few letters, and has the key by Enter', async () => {
  serve(listContacts, { is_mail_available: true, data: [{ email: 'fay@example.org', name: 'Fay Esempio' }, { email: 'dee@example.org' }] })
  await openSheet()
  const calls = serve(shareKey, { type: 'success', message: 'Key shared with fay@example.org.' })
  await userEvent.keyboard('fa')
  await expect.element(option(/Fay Esempio fay@example.org/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Key shared with fay@example.org.')).toBeVisible()
  await expect.element(field).toHaveValue('')
  expect(calls.map(({ body }) => body.email)).toEqual(['fay@example.org'])
  await userEvent.keyboard('zz')
  await expect.element(sheet.getByText('Nobody found. Type a full address to invite someone.')).toBeVisible()
})

test('a comma adds the person that the letters mean and goes on, Backspace takes the last one away', async () => {
  serve(listGroups, { own_groups: [operations] })
  await openSheet()
  const calls = serve(shareKey, { type: 'success', message: 'Shared.' })
  await userEvent.keyboard('new@example.org,oper,')
  const chips = sheet.getByRole('list', { name: 'Share with' }).getByRole('listitem')
  await expect.element(chips.nth(1)).toMatchTextContent('Operations')
  await userEvent.keyboard('{Backspace}cy@example.org{Enter}')
  await expect.poll(() => calls.map(({ body }) => body.email)).toEqual(['new@example.org', 'cy@example.org'])
})

test('a service account that one manages gets codes, whatever level people get', async () => {
  serve(listServiceAccounts, { data: [{ id: idOf(7), name: 'Deploy bot' }] })
  await openSheet()
  const calls = serve(shareKey, { type: 'success', message: 'Shared.' })
  await sheet.getByRole('button', { name: 'View Only: access level', exact: true }).click()
  await page.getByRole('menuitemradio', { name: /Admin/ }).click()
  await field.fill('dep')
  await option(/Deploy bot/).click()
  await send.click()
  await expect.poll(() => calls.map(({ body }) => [body.service_account_id, body.permission])).toEqual([[idOf(7), 'view']])
})

test.each([
  ['open', /No account yet\? They sign up with this address\./],
  ['invite', /No account yet\? They need an invitation link from an administrator\./],
] as const)('without e-mail nobody is promised one; who signs up where sign-up is %s is said', async (sign_up, way) => {
  serve(listContacts, { is_mail_available: false })
  await openSheet('Share Code host', { installation: { sign_up } })
  await field.fill('cleo@example.org')
  await expect.element(field).toHaveAccessibleDescription(/E-mail is not set up here, so tell them yourself\./)
  await expect.element(field).toHaveAccessibleDescription(way)
  await expect.element(option(/Invite cleo@example\.org They get no e-mail/)).toBeVisible()
})
