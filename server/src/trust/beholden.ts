/** Milliseconds for which nobody approves what somebody asks to whom they owe their account. */
export const beholdenFor = 30 * 24 * 60 * 60 * 1000
