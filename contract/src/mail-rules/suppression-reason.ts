import * as z from 'zod/mini'

/** Reason of a suppression. */
export const suppressionReason = z.enum(['bounce', 'complaint', 'manual', 'unsubscribe'])
export type SuppressionReason = z.infer<typeof suppressionReason>
