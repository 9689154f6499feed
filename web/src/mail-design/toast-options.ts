/** What every toast of the e-mail screens is shown with: 5 seconds. */
export const emailToast = { duration: 5000 }
