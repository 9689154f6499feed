/** Of the application, as its packages and the changelog call it. */
export const version = '0.1.0'
