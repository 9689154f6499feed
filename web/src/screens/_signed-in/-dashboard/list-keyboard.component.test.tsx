import { copiedCode } from '@twofold/contract/codes'
import { editKey, getKey } from '@twofold/contract/keys'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { selectedKeys } from '../../../keys/selection.ts'
import { viewSetting } from '../../../keys/vault-views.ts'
import { hiddenCodesSetting } from '../../../codes/hidden-codes.ts'
import { focus } from '../../../testing/keyboard.ts'
import { open } from '../../../testing/open.tsx'
import { serve } from '../../../testing/server.ts'
import { signInWithKeys } from '../../../testing/vault.ts'
import { row, search, copied, key, listensTo, many } from '../../../testing/vault-list.ts'

beforeEach(() => {
  serve(copiedCode, {})
  serve(getKey, { key: { note: null } })
})

test('1 to 9 copy a row, J and K and the arrows walk, Enter copies, Shift Enter copies the next code', async () => {
  viewSetting.set('list')
  signInWithKeys(many(12))
  await open('/dashboard')
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent('123 456')
  await userEvent.keyboard('2')
  await expect.element(copied('Key 2')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('123456')
  await userEvent.keyboard('jj')
  await expect.element(row('Key 2')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}k')
  await expect.element(row('Key 3')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(copied('Key 3')).toBeVisible()
  await expect.element(page.getByRole('listitem').nth(2)).toMatchTextContent('Copied')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.poll(() => navigator.clipboard.readText()).toBe('654321')
  await userEvent.keyboard('{End}')
  await expect.element(row('Key 12')).toHaveFocus()
  await userEvent.keyboard('{Home}{ArrowUp}')
  await expect.element(search).toHaveFocus()
  // There it is a letter.
  await userEvent.keyboard('3')
  await expect.element(search).toHaveValue('3')
})

test('a row that is picked keeps the focus, and from it the keyboard picks more, none of them beneath the bar that counts', async () => {
  viewSetting.set('list')
  signInWithKeys(many(30))
  await open('/dashboard')
  await expect.element(row('Key 1')).toBeVisible()
  await listensTo('x')
  await userEvent.keyboard('jx')
  const [box, bar] = [
    (name: string) => page.getByRole('checkbox', { name, exact: true }),
    page.getByRole('region', { name: 'Selected keys' }),
  ]
  await expect.element(box('Select Key 1')).toHaveFocus()
  await expect.element(bar).toBeVisible()
  for (let step = 2; step < 18; step += 1) {
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await expect.element(box(`Select Key ${step}`)).toHaveFocus()
    const { bottom } = (await box(`Select Key ${step}`).findElement()).getBoundingClientRect()
    expect(bottom, `of row ${step}`).toBeLessThan((await bar.findElement()).getBoundingClientRect().top)
  }
  await userEvent.keyboard('k ')
  await expect.element(bar).toMatchTextContent('16 selected')
  await bar.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(row('Key 17')).toBeVisible()
})

test('all rows are one stop of Tab', async () => {
  viewSetting.set('list')
  signInWithKeys(many(12))
  await open('/dashboard')
  await expect.element(row('Key 1')).toBeVisible()
  expect(document.querySelectorAll('.key-rows [tabindex="0"]')).toHaveLength(1)
  await userEvent.keyboard('jjj')
  await expect.element(row('Key 3')).toHaveAttribute('tabindex', '0')
  await expect.element(row('Key 1')).toHaveAttribute('tabindex', '-1')
  expect(document.querySelectorAll('.vault-tools [tabindex="0"]')).toHaveLength(1)
})

test('P pins the row and X picks it', async () => {
  viewSetting.set('list')
  const { own_keys } = signInWithKeys(many(3))
  serve(editKey, ({ params, body }) => {
    const changed = own_keys.find(({ id }) => id === params.id)
    Object.assign(changed ?? {}, body)
    return { key: { ...changed, note: null }, message: '' }
  })
  await open('/dashboard')
  await expect.element(row('Key 1')).toBeVisible()
  await userEvent.keyboard('jjp')
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent('Key 2')
  await userEvent.keyboard('jx')
  await expect.element(page.getByText('1 selected')).toBeVisible()
})

test('H hides and shows all codes, Z takes a pin back, and Ctrl A picks every own key but spares the text of a field', async () => {
  viewSetting.set('list')
  hiddenCodesSetting.set('disabled')
  signInWithKeys([key(1), key(2)], [{ name: 'Door', account: null, shared_by: { name: 'Bo Example' } }])
  const edits = serve(editKey, {})
  await open('/dashboard')
  await expect.element(row('Key 1')).toBeVisible()
  for (const wanted of ['h', 'z']) await listensTo(wanted)
  await userEvent.keyboard('h')
  expect(hiddenCodesSetting.get()).toBe('enabled')
  await userEvent.keyboard('h')
  expect(hiddenCodesSetting.get()).toBe('disabled')
  await focus(row('Key 2'))
  await userEvent.keyboard('p')
  await expect.poll(() => edits.map(({ body }) => body)).toEqual([{ favourite: true }])
  await userEvent.keyboard('z')
  await expect.poll(() => edits.map(({ body }) => body)).toEqual([{ favourite: true }, { favourite: false }])
  // Once.
  await userEvent.keyboard('z')
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.poll(() => selectedKeys.get()?.size).toBe(2)
  expect(edits).toHaveLength(2)
  selectedKeys.set(undefined)
  await search.fill('key')
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(selectedKeys.get()).toBeUndefined()
})

test('Shift with an arrow picks more rows, and ? lists what the keys do', async () => {
  viewSetting.set('list')
  signInWithKeys([key(1), key(2), key(3)])
  await open('/dashboard')
  await expect.element(row('Key 1')).toBeVisible()
  for (const wanted of ['?', 'a', 'z']) await listensTo(wanted)
  await focus(row('Key 1'))
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(() => selectedKeys.get()?.size).toBe(2)
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(() => selectedKeys.get()?.size).toBe(3)
  selectedKeys.set(undefined)
  await userEvent.keyboard('?')
  const hints = page.getByRole('dialog')
  for (const hint of ['Who has access', 'Pin or unpin', 'Pick more', 'Undo', 'Show or hide all codes', 'Copy the next code'])
    await expect.element(hints.getByText(hint, { exact: true })).toBeVisible()
})
