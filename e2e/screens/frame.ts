import { enter } from '../people.ts'
import { heading, type Screen, unavailable } from './screen.ts'

export const frameScreens: Screen[] = [
  {
    name: 'outage',
    allowed: /status of 503/,
    async show(page, { person }) {
      await page.route('**/api/auth/user', (route) => route.fulfill(unavailable))
      await enter(page, person)
      await heading(page, 'The vault cannot be reached')
    },
  },
  {
    name: 'not-found',
    async show(page, { admin }) {
      await page.goto(`${admin.app.url}/nowhere`)
      await heading(page, 'Page not found')
    },
  },
]
