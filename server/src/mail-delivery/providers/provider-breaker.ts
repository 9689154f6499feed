/** After how many failures in a row a provider gets no more e-mail, and for how many seconds the first time and at most. */
export const breaker = { failures: 5, firstSeconds: 60, longestSeconds: 3600 } as const
