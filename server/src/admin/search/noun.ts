import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun, onlyRoutes } from '../../platform/ground/define-noun.ts'
import { createSearchRepository } from './search.repository.ts'
import { searchRoutes } from './search.routes.ts'

/** A search for users, keys and screens. */
export const search = defineNoun({
  name: 'admin/search',
  owns: 'none',
  metrics: 'none',
  build: ({ db }: Ground) => onlyRoutes((app) => searchRoutes(app, createSearchRepository(db))),
})
