import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/axe.ts'
import { signInAsAdministrator } from '../../../testing/back-office.ts'
import { open } from '../../../testing/open.tsx'

test('remedies that health links to for the host are there, with the commands that cure it', async () => {
  signInAsAdministrator()
  await open('/admin/system/remedies')
  for (const [place, command] of [
    ['transport', 'APP_URL=https://vault.example.org'],
    ['database-role', 'npm run migrate -- twofold_app'],
    ['audit', 'npm run audit -- verify audit.csv'],
  ] as const) {
    await expect.element(page.getByText(command)).toBeVisible()
    expect(document.querySelector(`#${place}`)?.textContent).toContain(command)
  }
  await expectAccessible()
})
