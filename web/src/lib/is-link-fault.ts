import { ApiError } from './api-error.ts'

/** The link was good when the screen opened, and is not any more: used in another tab, or too late. */
export const isLinkFault = (error: unknown) => error instanceof ApiError && error.code.startsWith('links.')
