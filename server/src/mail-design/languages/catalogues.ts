import { join } from 'node:path'
import { readCatalogues } from './read-catalogue.ts'

/** Read once. The bundle has them in it instead of this module (`server/scripts/bundle.ts`). */
export const catalogues = readCatalogues(join(import.meta.dirname, '..', '..', '..', '..', 'locales'))
