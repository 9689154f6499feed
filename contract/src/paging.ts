import * as z from 'zod/mini'
import { isStorable } from './hidden-characters.ts'

/** Position of a page in its list. `from` and `to` count from 1; both are 0 if the list is empty. */
export const pageFields = {
  current_page: z.number(),
  last_page: z.number(),
  per_page: z.number(),
  total: z.number(),
  from: z.number(),
  to: z.number(),
}

export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    data: z.array(item),
    ...pageFields,
  })

export const pageField = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1)

/** The text of a search field; an empty one searches nothing. */
export const searchField = z.optional(z.string().check(z.trim(), z.maxLength(254), z.refine(isStorable)))

/** Rows of one page where nothing else is said. */
export const defaultPageSize = 25
