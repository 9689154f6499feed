const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

export const hostOfUrl = (url: string): string => hostOf(new URL(url))

/** Other ports than the usual one are for hosts that whoever runs the installation listed. */
export function mayUsePort(url: string, isListed: (host: string) => boolean): boolean {
  const parsed = new URL(url)
  return parsed.port === '' || isListed(hostOf(parsed))
}
