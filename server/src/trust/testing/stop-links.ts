import { updateUser } from '@twofold/contract/admin/users'
import { stopClosing } from '@twofold/contract/links'
import { eventsOf } from '../../testing/queued-events.ts'
import type { Started } from '../../testing/insiders.ts'

export const newAddress = { name: 'Ann Example', email: 'ann@example.com' }

export const move = (app: Started, body = newAddress) => app.admin.call(updateUser, { params: { id: app.id }, body })

/** The tokens of the links that were e-mailed to stop it, by address. */
export async function stopLinks(app: Started) {
  const notices = await eventsOf(app, 'user.account.closed')
  const links = notices.map(({ to, data }) => ({ to, data, token: String(data['link.url']).split('/stop#token=')[1] ?? '' }))
  // Both are written in the same moment: the one to the account comes first here.
  return links.toSorted((one, other) => Number('address' in (one.to ?? {})) - Number('address' in (other.to ?? {})))
}

export async function stop(app: Started, which = 0) {
  return app.call(stopClosing, { body: { token: (await stopLinks(app))[which]?.token ?? '' } })
}

export const withoutMail = (app: Started) => app.db.updateTable('email_providers').set({ is_active: false }).execute()
