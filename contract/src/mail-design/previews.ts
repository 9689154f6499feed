/** Below it, one address for each preview; not a call of the API: frames and tabs open it. */
export const previewPath = '/api/previews'

/** The preview in light or dark mode, whatever the setting of the browser. */
export const previewIn = (url: string, scheme: 'light' | 'dark') => `${url}?scheme=${scheme}`
