import { createLiveValue } from '../lib/live-value.ts'

/** Element in the header for the present screen's own controls; null while there is no header. */
export const headerPlace = createLiveValue<HTMLElement | null>(null)
