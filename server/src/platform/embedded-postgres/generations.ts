import { readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '../write-once.ts'
import { EmbeddedPostgresError } from './embedded-postgres.error.ts'

/*
 * Clusters of other PostgreSQL major versions beside `data`, the database in use:
 *
 *   data-19                      target of a move that may not have finished
 *   data-18                      `data` before a move to 19, which has not served yet: the move can be undone
 *   data-18-left-2026-11-25      the same after 19 has served: kept for a while in case something is missing
 */

/** Days for which the data of an earlier major are kept once a later one serves. */
const daysKept = 14

const leftName = /^data-\d+-left-(\d{4}-\d{2}-\d{2})$/

export const besideOf = (cluster: string, major: number): string => `${cluster}-${major}`

/** Major version that wrote a cluster; undefined: there is none. */
async function majorOf(cluster: string): Promise<number | undefined> {
  try {
    return Number((await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function listOthers(cluster: string): Promise<string[]> {
  const prefix = `${path.basename(cluster)}-`
  return (await readdir(path.dirname(cluster))).filter((name) => name.startsWith(prefix))
}

/**
 * Ends what a killed move has begun, and goes back to the data of this major where a later one has never served. Answers which major then wrote
 * `cluster`; undefined: there are no data.
 */
export async function settleGenerations(cluster: string, major: number): Promise<number | undefined> {
  const own = besideOf(cluster, major)
  const written = await majorOf(cluster)
  if (written === undefined) {
    if ((await majorOf(own)) !== undefined) {
      await putInPlace(own, cluster)
      return major
    }
    const others = (await listOthers(cluster)).filter((name) => /^data-\d+$/.test(name))
    if (others.length === 0) return undefined
    throw new EmbeddedPostgresError(
      `There are no data of PostgreSQL ${major} in ${path.dirname(cluster)}, but ${others.join(' and ')}. Start the Twofold that wrote them.`,
    )
  }
  if (written > major && (await majorOf(own)) !== undefined) {
    await putAside(cluster, written)
    await putInPlace(own, cluster)
    return major
  }
  return written
}

/** The data of a move that is whole and verified take the place of those that they were made of, which stay beside them. */
export async function switchGenerations(cluster: string, from: number, to: number): Promise<void> {
  await putAside(cluster, from)
  await putInPlace(besideOf(cluster, to), cluster)
}

async function putAside(cluster: string, major: number) {
  await rm(besideOf(cluster, major), { recursive: true, force: true })
  await rename(cluster, besideOf(cluster, major))
}

async function putInPlace(from: string, cluster: string) {
  await rename(from, cluster)
  await syncFolder(path.dirname(cluster))
}

/**
 * Retires earlier major versions just before this one serves: returning to them automatically would lose newer data. Returns how to undo that, for a
 * start that fails before serving.
 */
export async function leaveEarlier(cluster: string, now: Date): Promise<() => Promise<void>> {
  const day = now.toISOString().slice(0, 10)
  const places = (await listOthers(cluster)).filter((name) => /^data-\d+$/.test(name)).map((name) => path.join(path.dirname(cluster), name))
  for (const place of places) {
    await rm(`${place}-left-${day}`, { recursive: true, force: true })
    await putInPlace(place, `${place}-left-${day}`)
  }
  return async () => {
    for (const place of places) await putInPlace(`${place}-left-${day}`, place)
  }
}

/** Removes what has been left for long enough. */
export async function removeLeft(cluster: string, now: Date): Promise<void> {
  const until = now.getTime() - daysKept * 24 * 60 * 60 * 1000
  for (const name of await listOthers(cluster)) {
    const day = leftName.exec(name)?.[1]
    if (day !== undefined && Date.parse(day) < until) await rm(path.join(path.dirname(cluster), name), { recursive: true, force: true })
  }
}
