/** For what takes longer to read than the usual 4 seconds, such as every toast of the e-mail screens. */
export const longToast = { duration: 5000 }
