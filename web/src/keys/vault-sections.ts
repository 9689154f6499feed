import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys, OwnKey, SharedKey } from '@twofold/contract/keys'

export type AnyKey = OwnKey | SharedKey

/** `found`: what a search has found, whatever section it belongs to. */
export type SectionName = 'pinned' | 'recent' | 'own' | 'shared' | 'found'

export interface VaultSection {
  name: SectionName
  keys: readonly AnyKey[]
}

export const isShared = (key: AnyKey): key is SharedKey => 'shared_by' in key

/** Keys that were copied within these days are recent; at most so many. */
const [recentDays, mostRecent] = [7, 5]

/** The keys in the order in which they are shown, each once; empty sections are left out. `now` in milliseconds. */
export function sectionsOf({ own_keys, shared_keys }: CallResponse<typeof listKeys>, now: number): VaultSection[] {
  const since = now - recentDays * 86_400_000
  const all: AnyKey[] = [...own_keys, ...shared_keys]
  const pinned = all.filter((key) => key.favourite)
  const recent = all
    .filter((key) => !key.favourite && copiedAt(key) > since)
    .sort((one, other) => copiedAt(other) - copiedAt(one))
    .slice(0, mostRecent)
  const above = new Set([...pinned, ...recent])
  const others = <Key extends AnyKey>(keys: readonly Key[]) => keys.filter((key) => !above.has(key))
  const sections: VaultSection[] = [
    { name: 'pinned', keys: pinned },
    { name: 'recent', keys: recent },
    { name: 'own', keys: others(own_keys) },
    { name: 'shared', keys: others(shared_keys) },
  ]
  return sections.filter(({ keys }) => keys.length > 0)
}

const copiedAt = ({ copied_at: at }: AnyKey) => (at === null ? 0 : Date.parse(at))
