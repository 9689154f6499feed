import { searchOffice, shortestSearch, shownHits } from '@twofold/contract/admin/search'
import { type App, route } from '../../platform/http/route.ts'
import type { SearchRepository } from './search.repository.ts'

export function searchRoutes(app: App, search: SearchRepository): void {
  route(app, searchOffice, { role: 'admin', limit: 'search', whileClosed: 'open' }, async ({ query: { q } }) => {
    if (q.length < shortestSearch) return { users: [], keys: [], templates: [] }
    const [users, keys, templates] = await Promise.all([
      search.users(q, shownHits),
      search.keys(q, shownHits),
      search.templates(q, shownHits),
    ])
    return {
      users,
      keys: keys.map(({ owner_id: id, owner_name: name, ...key }) => ({ ...key, owner: { id, name } })),
      templates,
    }
  })
}
