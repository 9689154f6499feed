/** Duration of toasts on the e-mail screens: 5 seconds. */
export const emailToast = { duration: 5000 }
