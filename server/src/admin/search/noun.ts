import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun } from '../../platform/ground/define-noun.ts'
import { createSearchRepository } from './search.repository.ts'
import { searchRoutes } from './search.routes.ts'

/** One field that finds users, keys and screens. */
export const search = defineNoun({
  name: 'admin/search',
  owns: 'none',
  build: ({ db }: Ground) => ({
    offers: {},
    routes: (app) => searchRoutes(app, createSearchRepository(db)),
    jobs: 'none',
    events: 'none',
    hears: 'none',
    retention: 'none',
    running: 'none',
  }),
})
