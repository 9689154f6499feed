import { isStorable } from '@twofold/contract/hidden-characters'
import * as z from 'zod'
import { speak, type Spoken } from '../../platform/spoken.ts'
import { type OutboundClient, OutboundError } from '../../platform/outbound/outbound-client.ts'

export interface Release {
  version: string
  title: string
  url: string | null
  published_at: Date | null
}

export interface ReleaseFeed {
  url: string
  client: Pick<OutboundClient, 'exchange'>
}

/** Milliseconds that the feed has. */
const timeoutMs = 5000
const largestAnswer = 1024 * 1024

const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine(isStorable)
const words = z.string().trim().min(1).max(200).refine(isStorable)

/** An entry, in the words of the forges or in our own. What cannot be read of it is left out. */
const entry = z
  .object({
    version: z.string().optional().catch(undefined),
    tag_name: z.string().optional().catch(undefined),
    title: words.optional().catch(undefined),
    name: words.optional().catch(undefined),
    url: webAddress.optional().catch(undefined),
    html_url: webAddress.optional().catch(undefined),
    published_at: z.coerce.date().optional().catch(undefined),
    draft: z.boolean().optional().catch(undefined),
    prerelease: z.boolean().optional().catch(undefined),
  })
  .transform((given) => ({ ...given, numbers: readVersion(given.version ?? given.tag_name ?? '') }))

/** `1.4.0`, also written `v1.4.0`; undefined for what is no such version, as one before a release. */
function readVersion(text: string): readonly number[] | undefined {
  const found = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(text.trim())
  return found === null ? undefined : found.slice(1).map(Number)
}

/** Whether one version is newer than another. An invalid version is older than all. */
export function isNewer(version: string, than: string): boolean {
  const [a = [], b = []] = [readVersion(version), readVersion(than)]
  for (const index of [0, 1, 2]) {
    const difference = (a[index] ?? -1) - (b[index] ?? -1)
    if (difference !== 0) return difference > 0
  }
  return false
}

/** The newest release of a feed: a JSON object, or a list of them. Rejects with a sentence if there is none. */
export async function readReleaseFeed({ url, client }: ReleaseFeed): Promise<Release> {
  const signal = AbortSignal.timeout(timeoutMs)
  const { status, body } = await client
    .exchange({ url: new URL(url), method: 'GET', headers: { accept: 'application/json' }, largest: largestAnswer, signal })
    .catch((error: unknown) => {
      throw new Error(explain(error, signal), { cause: error })
    })
  if (status !== 200) throw new Error(speak('delivery.feed_answered', { status: String(status) }))
  const newest = entriesOf(body.toString('utf8'))
    .filter(({ draft, prerelease }) => draft !== true && prerelease !== true)
    .flatMap(({ numbers, ...rest }) => (numbers === undefined ? [] : [{ ...rest, version: numbers.join('.') }]))
    .reduce<Found | undefined>((best, one) => (best === undefined || isNewer(one.version, best.version) ? one : best), undefined)
  if (newest === undefined) throw new Error(speak('delivery.feed_empty'))
  return {
    version: newest.version,
    title: newest.title ?? newest.name ?? newest.version,
    url: newest.html_url ?? newest.url ?? null,
    published_at: newest.published_at ?? null,
  }
}

type Found = Omit<z.output<typeof entry>, 'numbers' | 'version'> & { version: string }

function entriesOf(text: string): z.output<typeof entry>[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(speak('delivery.feed_unread'))
  }
  const entries: unknown[] = Array.isArray(json) ? json : [json]
  return entries.flatMap((one) => entry.safeParse(one).data ?? [])
}

function explain(error: unknown, signal: AbortSignal): Spoken {
  const code = error instanceof OutboundError ? error.code : ''
  if (code === 'ETOOLARGE') return speak('delivery.feed_long')
  if (signal.aborted || code === 'ETIMEDOUT') return speak('delivery.feed_late', { seconds: String(timeoutMs / 1000) })
  return speak('delivery.feed_unreachable')
}
