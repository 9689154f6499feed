import type { ReleaseState } from '@twofold/contract/admin/releases'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import { isNewer, readReleaseFeed, type ReleaseFeed } from './release-feed.ts'
import type { ReleaseRow, ReleasesRepository } from './releases.repository.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** Milliseconds in which the feed is not asked again, however often somebody wants it. */
const restsFor = 60_000

export interface ReleasesServiceDeps extends ServiceDeps {
  releases: (db: Db) => ReleasesRepository
  /** Undefined: no check. */
  feed: ReleaseFeed | undefined
  version: string
}

/** The running and the newest release. Requested by the server and cached: the browser contacts no outside host. */
export function createReleasesService(deps: ReleasesServiceDeps) {
  const releases = deps.releases(deps.db)

  function present(row: ReleaseRow | undefined): ReleaseState {
    const isOn = deps.feed !== undefined
    const known = isOn ? row : undefined
    const latest =
      known === undefined || known.version === null
        ? null
        : {
            version: known.version,
            title: known.title ?? known.version,
            url: known.url,
            published_at: known.published_at?.toISOString() ?? null,
          }
    return {
      current: deps.version,
      is_on: isOn,
      latest,
      is_newer: latest !== null && isNewer(latest.version, deps.version),
      checked_at: known?.checked_at.toISOString() ?? null,
      read_at: known?.read_at?.toISOString() ?? null,
      error: known?.error ?? null,
    }
  }

  /** Stores the content of the feed; administrators are notified of each newer version once. */
  async function read(feed: ReleaseFeed): Promise<ReleaseRow> {
    const found = await readReleaseFeed(feed).catch((error: unknown) => ({ error: (error as Error).message }))
    const now = deps.clock.date()
    if ('error' in found) return deps.transaction((tx) => deps.releases(tx.db).note({ checked_at: now, error: found.error }))
    return deps.transaction(async (tx) => {
      const rows = deps.releases(tx.db)
      const row = await rows.note({ checked_at: now, read_at: now, error: null, ...found })
      if (!isNewer(found.version, deps.version) || row.told_version === found.version) return row
      await tx.emit('system.update.available', { data: { 'update.version': found.version, 'update.url': found.url ?? '' } })
      return rows.note({ checked_at: now, told_version: found.version })
    })
  }

  return {
    state: async (): Promise<ReleaseState> => present(await releases.find()),

    async check(): Promise<ReleaseState> {
      if (deps.feed === undefined) throw fail('releases.off')
      const known = await releases.find()
      const isFresh = known !== undefined && deps.clock.now() - known.checked_at.getTime() < restsFor
      return present(isFresh ? known : await read(deps.feed))
    },

    /** For the job. */
    async look(): Promise<void> {
      if (deps.feed !== undefined) await read(deps.feed)
    },
  }
}

export type ReleasesService = ReturnType<typeof createReleasesService>
