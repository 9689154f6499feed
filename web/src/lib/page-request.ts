/** Paths that are not screens of ours. */
const elsewhere = ['/api', '/assets', '/livez', '/readyz', '/metrics']

/** Whether the server answers a navigation to `path` with the page, whose router then decides. Mirrors `servePages` of the server. */
export function isPageRequest(path: string): boolean {
  const isFile = /\.[a-z0-9]+$/i.test(path)
  return !isFile && !elsewhere.some((place) => path === place || path.startsWith(`${place}/`))
}
