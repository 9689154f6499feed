import * as z from 'zod/mini'

/** Why an address gets no more e-mail. */
export const suppressionReason = z.enum(['bounce', 'complaint', 'manual', 'unsubscribe'])
export type SuppressionReason = z.infer<typeof suppressionReason>
