/** Below it, one address for each preview; not a call of the API: frames and tabs open it. */
export const previewPath = '/api/previews'

/** The same preview as a reader in light or dark mode sees it, whatever the browser that shows it is set to. */
export const previewIn = (url: string, scheme: 'light' | 'dark') => `${url}?scheme=${scheme}`
