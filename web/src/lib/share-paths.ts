/** Target of the operating system's share menu for the installed application. The service worker answers it, never the server. */
export const sharePath = '/share'

/** The page that continues with it. A fragment stays in the browser. */
export const arrivalPath = '/dashboard#shared'
