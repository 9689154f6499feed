import { importKeys } from '@twofold/contract/transfer'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button } from './fields.ts'
import { open } from './open.tsx'
import { serve } from './server.ts'
import { signInWithKeys } from './vault.ts'
import { fromBase64 } from '../transfer/opening/bytes.ts'

/* The dialog in which keys are imported, and the server behind it. */

export const dialog = page.getByRole('dialog', { name: 'Import keys' })
export const entries = dialog.getByRole('list', { name: 'Entries' }).getByRole('listitem')
export const expectCount = (locator: typeof entries, count: number) => expect.poll(() => locator.elements().length).toBe(count)
export const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
export const databaseFile = (text: string, name = 'vault.kdbx') => new File([Uint8Array.from(fromBase64(text))], name)
export const textFile = (text: string, name = 'keys.txt') => new File([text], name, { type: 'text/plain' })

/** The secret of RFC 6238. */
export const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** Each number is another key. */
export const linkOf = (number: number) =>
  `otpauth://totp/Host:ann${number}?secret=${rfc.slice(0, -1)}${'ABCDEFGH'[number]}&issuer=Host%20${number}`

/** Somebody whose vault has the keys of these links; what is imported is in it from then on. */
export function serveVault(...uris: string[]) {
  const secretOf = (uri: string) => /secret=([A-Z2-7]+)/.exec(uri)?.[1] ?? ''
  const { own_keys } = signInWithKeys(uris.map((_, index) => ({ name: `Mine ${index}` })))
  const known = new Set(uris.map(secretOf))
  const calls = serve(importKeys, ({ body: { dry_run, entries } }) => {
    const seen = new Set(known)
    const verdicts = entries.map(({ uri }) => {
      const isNew = !seen.has(secretOf(uri))
      seen.add(secretOf(uri))
      return { verdict: isNew ? ('add' as const) : ('duplicate' as const), reason: null }
    })
    const added = entries.filter((_, index) => verdicts[index]?.verdict === 'add')
    if (!dry_run) {
      for (const { uri, name } of added) {
        known.add(secretOf(uri))
        own_keys.push({ id: crypto.randomUUID(), name, type: 'totp', digits: 6, period: 30 })
      }
    }
    return { verdicts, added: added.length, duplicates: entries.length - added.length, refused: 0, icons_left_out: 0 }
  })
  return { calls, added: () => calls.filter(({ body }) => !body.dry_run).map(({ body }) => body.entries.map(({ name }) => name)) }
}

export async function openImport() {
  await open('/dashboard')
  await button('Import keys').click()
  await expect.element(dialog).toBeVisible()
}

export async function openFromMenu() {
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Import keys' }).click()
  await expect.element(dialog).toBeVisible()
}

export async function choose(...files: File[]) {
  await expect.poll(() => dialog.element().querySelector('input[type=file]')).not.toBeNull()
  const field = (await dialog.findElement()).querySelector('input[type=file]')
  if (field) await userEvent.upload(field, files)
}

/** Files over the page, let go. Playwright hands no more than 50 MB to a file field. */
export function drop(...files: File[]): boolean {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const events = ['dragover', 'drop'].map((type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  for (const event of events) document.body.dispatchEvent(event)
  return events.every(({ defaultPrevented }) => defaultPrevented)
}

export async function paste(text: string) {
  await navigator.clipboard.writeText(text)
  await userEvent.keyboard('{Control>}v{/Control}')
}

export async function enterPassword(password: string) {
  await dialog.getByLabelText('File password').fill(password)
  await userEvent.keyboard('{Enter}')
}

export async function addAll(label: string) {
  await inDialog(label).click()
  await inDialog('Done').click()
  await expect.element(dialog).not.toBeInTheDocument()
}
