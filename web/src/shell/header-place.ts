import { createLiveValue } from '../lib/live-value.ts'

/** Where in the header the present screen may put controls of its own; null while there is no header. */
export const headerPlace = createLiveValue<HTMLElement | null>(null)
