import { test } from './fixtures.ts'
import { screens } from './screens.ts'
import { capture } from './screenshots.ts'

for (const { name, show, allowed } of screens) {
  test(name, async ({ page, admin, person, demo, guard }) => {
    if (allowed) guard.allow(allowed)
    await show(page, { admin, person, demo })
    await capture(page, name)
  })
}
