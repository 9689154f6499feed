import { ApiError } from './api-error.ts'

/** The link was valid when the screen opened, but no longer is: used in another tab, or expired. */
export const isLinkFault = (error: unknown) => error instanceof ApiError && error.code.startsWith('links.')
