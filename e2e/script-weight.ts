/** kB of 1,000 bytes, compressed by gzip, that a first visit to a screen may be sent in scripts before the screen can be used: on the dashboard, seen codes. */
export const mostJavaScript = { login: 150, dashboard: 175 }

/** Thousands of function calls in our scripts before a screen can be used: a measure of script time that machines agree about. On the dashboard with eight keys. */
export const mostCalls = { login: 26, dashboard: 120 }
