import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { enter, type Person } from './people.ts'

export type ProfileTab = 'overview' | 'settings' | 'security' | 'tokens' | 'danger'

/** Opens a tab of the person's profile, in a page that has shown nothing yet. */
export async function openProfile(page: Page, person: Pick<Person, 'app' | 'token'>, tab: ProfileTab = 'overview') {
  await enter(page, person, tab === 'overview' ? '/profile' : `/profile?tab=${tab}`)
  const ready = {
    overview: 'Account Information',
    settings: 'Profile Settings',
    security: 'Change PIN',
    tokens: 'Access tokens',
    danger: 'Delete Account',
  } as const
  await expect(page.getByRole('heading', { name: ready[tab] })).toBeVisible()
}
