import { explainMail } from '@twofold/contract/mail-delivery/explanations'
import { queryOf } from '../../../../lib/query-of.ts'
import { mappingsKey } from '../../../../mail-rules/mappings/mappings.ts'

/** `at` in the format of `<input type="datetime-local">`, in this browser's zone. */
export const explanationQuery = ({ event, email, at }: { event: string; email: string; at: string | undefined }) => ({
  ...queryOf([...mappingsKey, 'why', event, email, at], explainMail, {
    body: { event_name: event, email, ...(at !== undefined && { at: new Date(at).toISOString() }) },
  }),
  enabled: event !== '' && email !== '',
  retry: false,
  // Its inputs change at any time.
  staleTime: 0,
})
