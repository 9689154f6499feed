import type { CallResponse } from '@twofold/contract/endpoint'
import type { EndedShare, listShares, Share } from '@twofold/contract/sharing/grants'
import type { keyUsage, UsageEntry } from '@twofold/contract/usage'
import { shareName } from '../grants/share-name.ts'

/** An event in a key's history: a use, or an access that began or ended. */
export type HistoryEvent = { at: string; who: string } & (
  | { kind: UsageEntry['kind']; isOwner: boolean; isTaken: boolean; reason: string | null }
  | { kind: 'given'; share: Share }
  | { kind: 'ended'; share: EndedShare }
)

/** The events within the period of one page of uses, latest first. */
export function eventsOf(usage: CallResponse<typeof keyUsage>, shares: CallResponse<typeof listShares> | undefined): HistoryEvent[] {
  const uses: HistoryEvent[] = usage.data.map(({ kind, person, reason, at }) => ({
    kind,
    at,
    who: person.name.trim() || (person.email ?? ''),
    isOwner: person.is_owner,
    isTaken: person.email === null || reason !== null,
    reason,
  }))
  const [first, last] = [uses[0]?.at, uses.at(-1)?.at]
  const isOnPage = ({ at }: HistoryEvent) =>
    (usage.current_page === 1 || first === undefined || at <= first) &&
    (usage.current_page >= usage.last_page || last === undefined || at > last)
  const given = [...(shares?.data ?? []), ...(shares?.ended ?? [])].map((share): HistoryEvent => ({
    kind: 'given',
    at: share.created_at,
    who: shareName(share),
    share,
  }))
  const ended = (shares?.ended ?? []).map((share): HistoryEvent => ({ kind: 'ended', at: share.ended_at, who: shareName(share), share }))
  return [...uses, ...[...given, ...ended].filter(isOnPage)].sort((a, b) => b.at.localeCompare(a.at))
}
