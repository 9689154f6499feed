import { queryOptions } from '@tanstack/react-query'
import { explainMail } from '@twofold/contract/mail-delivery/explanations'
import { call } from '../../lib/call.ts'
import { mappingsKey } from '../../mail-rules/mappings/mappings.ts'

/** `at` as `<input type="datetime-local">` has it, in this browser's zone. */
export const explanationQuery = ({ event, email, at }: { event: string; email: string; at: string | undefined }) =>
  queryOptions({
    queryKey: [...mappingsKey, 'why', event, email, at],
    queryFn: ({ signal }) =>
      call(explainMail, { body: { event_name: event, email, ...(at !== undefined && { at: new Date(at).toISOString() }) } }, { signal }),
    enabled: event !== '' && email !== '',
    retry: false,
    // What it goes by changes at any time.
    staleTime: 0,
  })
