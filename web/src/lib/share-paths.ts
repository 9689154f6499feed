/** Where the operating system sends what is shared with the installed application. The service worker answers there, never the server. */
export const sharePath = '/share'

/** Where the page goes on with it. A fragment stays in the browser. */
export const arrivalPath = '/dashboard#shared'
