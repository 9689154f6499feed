/** Below it, one address for each preview; not a call of the API: frames and tabs open it. */
export const previewPath = '/api/previews'
