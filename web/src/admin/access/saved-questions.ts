import type { AccessFilters } from '@twofold/contract/admin/access'
import { listSavedQuestions } from '@twofold/contract/admin/saved-questions'
import { queryOf } from '../../lib/query-of.ts'
import { flagIn, present } from '../../lib/list-search.ts'

export const savedQuestionsQuery = { ...queryOf(['admin', 'access', 'questions'], listSavedQuestions), staleTime: 0 }

export const searchOf = ({ question, outside, ...others }: AccessFilters) =>
  present({ ...others, question: question === 'access' ? undefined : question, outside: flagIn(outside) })

/** The filters in an order of their own, so that the same question is found whatever order its filters came in. */
export const sameQuestion = (one: AccessFilters, other: AccessFilters) => keyOf(one) === keyOf(other)
const keyOf = (filters: AccessFilters) =>
  JSON.stringify(Object.entries(present(filters)).toSorted(([one], [other]) => (one < other ? -1 : 1)))
