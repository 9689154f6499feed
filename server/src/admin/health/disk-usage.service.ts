import { statfs } from 'node:fs/promises'
import type { Disk } from './judge-disk.ts'
import type { HealthServiceDeps } from './health.service.ts'

/** Days before today by which the disk is judged. */
const trendDays = 14

/** Measures free disk space, and for how long it lasts. */
export function createDiskUsage(deps: Omit<HealthServiceDeps, 'checks'>) {
  /** Free space of this machine; the database's own disk is unknown if it is elsewhere. */
  async function measureDisk(): Promise<Disk | undefined> {
    try {
      const { bavail, blocks, bsize } = await statfs(deps.dataDir)
      return { free: bavail * bsize, total: blocks * bsize }
    } catch (error) {
      deps.log.warn({ err: error }, 'the disk cannot be measured')
      return undefined
    }
  }

  const today = () => deps.clock.date().toISOString().slice(0, 10)

  async function listDiskDays() {
    const node = await deps.identity.find()
    return node === undefined ? [] : deps.diskDays(deps.db).list(node, today(), trendDays)
  }

  /** Stores a value for the trend. */
  async function noteDisk(): Promise<void> {
    const disk = await measureDisk()
    if (disk !== undefined) await deps.diskDays(deps.db).put(await deps.identity.ensure(), today(), disk.free)
  }

  return { measureDisk, listDiskDays, noteDisk }
}
