import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, readlink, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../write-once.ts'
import { UpgradeError } from './upgrade.error.ts'

/** An upgrade that has switched, and has not seen the new release ready, nor gone back. Names of folders. */
export interface Unfinished {
  from: string
  to: string
}

const recordOf = (folder: string) => join(folder, 'upgrade.json')

/**
 * A folder that holds releases, each under its name, and the link `current` to the one that serves. `tree` is the release that asks.
 * Throws where releases are installed in another way.
 */
export async function findInstallation(tree: string) {
  const own = await realpath(tree)
  const folder = dirname(own)
  const link = join(folder, 'current')
  const target = await readlink(link).catch(() => undefined)
  if (target === undefined) {
    throw new UpgradeError(
      `There is no link ${link}, so this release was not installed to be upgraded by this command. ` +
        `A Debian package is upgraded with apt, a checkout with git pull. For an unpacked archive make the link: ln -s ${basename(own)} ${link}`,
    )
  }
  return {
    folder,
    /** Folder of the release that asks. */
    own: basename(own),
    current: async () => basename(await readlink(link)),
    /** Atomic: the program behind the link is always either the old or the new one. */
    async point(name: string): Promise<void> {
      const fresh = `${link}.new`
      await rm(fresh, { force: true })
      await symlink(name, fresh)
      await rename(fresh, link)
      await syncFolder(folder)
    },
    async unfinished(): Promise<Unfinished | undefined> {
      const text = await readFile(recordOf(folder), 'utf8').catch(() => undefined)
      return text === undefined ? undefined : (JSON.parse(text) as Unfinished)
    },
    /** Undefined: there is none any longer. */
    async remember(unfinished: Unfinished | undefined): Promise<void> {
      if (unfinished === undefined) await rm(recordOf(folder), { force: true })
      else {
        await writeFile(`${recordOf(folder)}.new`, JSON.stringify(unfinished), { flush: true })
        await rename(`${recordOf(folder)}.new`, recordOf(folder))
      }
      await syncFolder(folder)
    },
  }
}

export type Installation = Awaited<ReturnType<typeof findInstallation>>

/**
 * Refuses a second upgrade of the same folder. A socket without a file, because the kernel closes it with the process, however that one
 * ends. Returns the way to let go.
 */
export async function lockUpgrades(folder: string): Promise<() => void> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32)
  const server = createServer().listen(`\0twofold-upgrade-${name}`)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new UpgradeError(`Another upgrade of ${folder} is running. Wait until it has ended.`, { cause: error })
  }
  return () => void server.close()
}
