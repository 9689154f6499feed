/** A request for the open pixel or for a tracked link, as far as it tells who made it. */
export interface TrackedFetch {
  kind: 'opened' | 'clicked'
  method: string
  userAgent: string | undefined
  /** Value of the header Purpose, Sec-Purpose or X-Purpose. */
  purpose?: string | undefined
  /** Time at which the provider accepted the e-mail. */
  acceptedAt: Date | undefined
  happenedAt: Date | undefined
}

/** Too fast for a person to receive, open and click; scanners at the recipient's gateway do it. */
const fastestPerson = 2_000

const proxies = [
  /^Mozilla\/5\.0$/, // Apple's Mail Privacy Protection, which fetches everything whether the e-mail is read or not
  /GoogleImageProxy|ggpht\.com/i,
  /YahooMailProxy/i,
  /Chrome\/42\.0\.2311\.135 Safari\/537\.36 Edge\/12\.246 Mozilla\/5\.0$/, // Gmail, looking ahead
]
/** CUBOT makes telephones. */
const scanners =
  /(?<!cu)bot\b|crawl|spider|scan|preview|prefetch|monitor|headless|phantom|safelinks|barracuda|mimecast|proofpoint|fireeye|trellix|symantec|zscaler|sophos|trendmicro|fortinet|cloudmark|facebookexternalhit|slack-imgproxy|^(curl|wget|python|go-http-client|java|okhttp|axios|node|undici|libwww|apache-httpclient)\b/i
/** Office checks a link before it opens the browser; its image requests, in contrast, are Outlook displaying the e-mail. */
const officeLinkCheck = /Microsoft Office|ms-office|MSOffice/i

/** Whether a program made the request rather than a person. Doubtful ones count as a program: a figure that is too low misleads less. */
export function isAutomaticFetch({ kind, method, userAgent, purpose, acceptedAt, happenedAt }: TrackedFetch): boolean {
  if (method !== 'GET') return true
  if (purpose !== undefined && /prefetch|preview/i.test(purpose)) return true
  if (acceptedAt !== undefined && happenedAt !== undefined && happenedAt.getTime() - acceptedAt.getTime() < fastestPerson) return true
  if (userAgent === undefined || userAgent.trim() === '') return true
  if (kind === 'clicked' && officeLinkCheck.test(userAgent)) return true
  return scanners.test(userAgent) || proxies.some((proxy) => proxy.test(userAgent))
}
