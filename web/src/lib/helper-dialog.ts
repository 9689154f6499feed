import { createLiveValue } from './live-value.ts'

/** Whether the accessibility helper's dialog is open: the user menu, the sign-in screens and the key `?` open the same one. */
export const helperDialog = createLiveValue(false)

export const openHelper = () => helperDialog.set(true)
