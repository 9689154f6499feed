import { restoreShare, revokeShare } from '@twofold/contract/sharing/grants'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mia, openSheet, row, serveShares, sheet } from '../../testing/access-sheet.ts'
import { holdTimeEarly, passTime } from '../../testing/clock.ts'
import { serve, unreachable } from '../../testing/server.ts'
import { signInWithKeys } from '../../testing/vault.ts'

beforeEach(() => void signInWithKeys([{ name: 'Code host' }]))

const undo = row('Mia removed').getByRole('button', { name: 'Undo' })

async function remove() {
  await sheet.getByRole('button', { name: 'More for Mia' }).click()
  await page.getByRole('menuitem', { name: 'Remove access' }).click()
}

test('an Undo that does not reach the server is offered for another ten seconds', async () => {
  holdTimeEarly()
  const shares = serveShares(mia)
  serve(revokeShare, () => {
    shares.data = []
    return {}
  })
  serve(restoreShare, unreachable)
  await openSheet()
  await remove()
  await expect.element(undo).toHaveFocus()
  await passTime(9_000)
  await undo.click()
  await expect.element(page.getByText('Access could not be given again. Please try again.')).toBeVisible()
  await passTime(9_000)
  await expect.element(undo).toHaveFocus()
  await passTime(1_000)
  await expect.element(undo).not.toBeInTheDocument()
})

test('a removal that was carried out although its answer was lost can be taken back', async () => {
  const shares = serveShares(mia)
  serve(revokeShare, () => {
    shares.data = []
    return unreachable()
  })
  await openSheet()
  await remove()
  await expect.element(undo).toHaveFocus()
  await expect.element(page.getByText('Failed to revoke access. Please try again.')).not.toBeInTheDocument()
})
