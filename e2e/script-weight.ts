/** kB of 1,000 bytes, compressed by gzip, that a first visit to a screen may be sent in scripts before the screen can be used. */
export const mostJavaScript = { login: 170, dashboard: 220 }
