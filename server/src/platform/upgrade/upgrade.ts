import { setTimeout as pause } from 'node:timers/promises'
import { compareVersions } from '../compare-versions.ts'
import { lockUpgrades, type Installation, type Unfinished } from './installation.ts'
import { readReleaseFile, unpackRelease } from './release-file.ts'
import { UpgradeError } from './upgrade.error.ts'

/** Milliseconds after which a move to another major version of PostgreSQL counts as stuck. */
const longestMoveMs = 2 * 60 * 60_000

export interface UpgradeOptions {
  installation: Installation
  /** Version of the release that asks. */
  running: string
  /** Undefined: only what is unfinished is to be ended. */
  file: string | undefined
  /** Public key of the releases' signer. */
  key: string | undefined
  /** Milliseconds within which a release has to be ready after its restart. */
  readyWithinMs: number
  /** Looks at the installation, and makes a backup that was tried. Throws where anything is wrong. */
  prepare: () => Promise<void>
  /** Has the release in that folder make its migrations beside this one. Throws where this one could not run on. */
  migrate: (tree: string) => Promise<void>
  /** Has the service stop and start what the link points to. Throws when it could not be. */
  restart: () => Promise<void>
  /** Whether a node started by the last restart serves, with the version of that folder. */
  isReady: (tree: string) => Promise<boolean>
  /**
   * Time since which it has been moving the data to its own PostgreSQL major version, which takes longer the more data there are. Undefined: it is
   * not. Each attempt has another time.
   */
  movingSince: () => number | undefined
  say: (sentence: string) => void
}

/**
 * Brings a newer release into service, or leaves the old one there. Until the link is switched nothing that serves has changed; from then on
 * a record says what is unfinished, and the next call ends it.
 */
export async function upgrade(options: UpgradeOptions): Promise<void> {
  const { installation, running, file, say } = options
  const release = await lockUpgrades(installation.folder)
  try {
    const unfinished = await installation.unfinished()
    if (unfinished !== undefined) {
      say(`An upgrade from ${unfinished.from} to ${unfinished.to} was interrupted. It goes on.`)
      return await switchTo(options, unfinished)
    }
    if (file === undefined) throw new UpgradeError('No upgrade is unfinished. Name the archive of the new release.')
    const current = await installation.current()
    if (current !== installation.own)
      throw new UpgradeError(`The link current leads to ${current}, and this is ${installation.own}. Use current/bin/twofold.`)
    const found = await readReleaseFile(file, options.key)
    const difference = compareVersions(found.version, running)
    if (difference === 0) throw new UpgradeError(`${found.version} is the version that is installed.`)
    if (difference < 0) throw new UpgradeError(`${found.version} is older than ${running}, which is installed. Migrations only go forward.`)
    say(
      options.key === undefined
        ? `${found.name} is whole. Who made it was not checked: --key FILE names the key of the releases.`
        : `${found.name} is whole and signed.`,
    )
    await options.prepare()
    const tree = await unpackRelease(found, installation.folder)
    say(`Unpacked ${tree}.`)
    await options.migrate(tree)
    const next = { from: installation.own, to: found.name }
    await installation.remember(next)
    await switchTo(options, next)
  } finally {
    release()
  }
}

async function switchTo(options: UpgradeOptions, { from, to }: Unfinished) {
  const { installation, say } = options
  const trouble = await serve(options, to)
  if (trouble === undefined) {
    await installation.remember(undefined)
    return say(`${to} serves. ${from} stays beside it for the way back.`)
  }
  say(`${to} is not ready: ${trouble}. Going back to ${from}.`)
  const again = await serve(options, from)
  await installation.remember(undefined)
  if (again === undefined) throw new UpgradeError(`${to} did not become ready: ${trouble}. ${from} serves again, and nothing is lost.`)
  throw new UpgradeError(`${to} did not become ready, and ${from} does not either: ${again}. The link leads to ${from}; look at its log.`)
}

/** Undefined when it serves, else why it does not. */
async function serve(
  { installation, restart, isReady, movingSince, readyWithinMs }: UpgradeOptions,
  name: string,
): Promise<string | undefined> {
  await installation.point(name)
  try {
    await restart()
  } catch (error) {
    return (error as Error).message
  }
  let looked = performance.now()
  const longest = looked + longestMoveMs
  let until = looked + readyWithinMs
  let first: number | undefined
  do {
    const [now, move] = [performance.now(), movingSince()]
    first ??= move
    // The time of a move does not count. A second one says that the first has failed, and a service that is started again and again would make
    // them without an end.
    if (move !== undefined && move === first) until = Math.min(until + now - looked, longest)
    looked = now
    if (await isReady(name)) return undefined
    await pause(250)
  } while (performance.now() < until)
  return `it did not answer within ${Math.round(readyWithinMs / 1000)} seconds`
}
