import type { ProviderRow, ProvidersRepository } from '../providers/providers.repository.ts'

/** Why a provider was passed over, for the log. */
export interface Skipped {
  provider: ProviderRow
  reason: 'open' | 'hour' | 'day'
  /** When it can be asked again. */
  until: Date
}

/** The order in which providers are tried: the one asked for, the default one, the others by priority. */
export function inOrder(active: readonly ProviderRow[], preferredId: string | null): ProviderRow[] {
  const preferred = active.filter((provider) => provider.id === preferredId)
  return [...preferred, ...active.filter((provider) => provider.id !== preferredId)]
}

/** Takes one mail out of the first provider that is up and has room; and says of those before it why not. */
export async function reserveFirst(
  candidates: readonly ProviderRow[],
  providers: Pick<ProvidersRepository, 'reserveQuota'>,
  now: Date,
): Promise<{ provider: ProviderRow | undefined; skipped: Skipped[] }> {
  const skipped: Skipped[] = []
  for (const provider of candidates) {
    if (provider.open_until !== null && provider.open_until > now) {
      skipped.push({ provider, reason: 'open', until: provider.open_until })
      continue
    }
    const answer = isLimited(provider) ? await providers.reserveQuota(provider, now) : 'ok'
    if (answer === 'ok') return { provider, skipped }
    skipped.push({ provider, reason: answer, until: endOf(answer, now) })
  }
  return { provider: undefined, skipped }
}

/** What nobody limits need not be reserved mail by mail. */
export function isLimited({ hourly_limit, daily_limit }: Pick<ProviderRow, 'hourly_limit' | 'daily_limit'>): boolean {
  return hourly_limit !== null || daily_limit !== null
}

/** When the present hour or day (UTC) ends. */
export function endOf(window: 'hour' | 'day', now: Date): Date {
  const end = new Date(now)
  if (window === 'hour') end.setUTCMinutes(60, 0, 0)
  else end.setUTCHours(24, 0, 0, 0)
  return end
}
