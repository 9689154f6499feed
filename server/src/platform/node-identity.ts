import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid, validate } from 'uuid'
import { makeFolder } from './make-folder.ts'
import { writeOnce } from './write-once.ts'
import { StartError } from './start-error.ts'

/** Identity of a data folder and its files. Host names change, and are not unique. */
export function createNodeIdentity(dataDir: string) {
  const place = join(dataDir, 'node.id')
  let known: Promise<string> | undefined

  function parse(text: string): string {
    const id = text.trim()
    if (!validate(id)) throw new StartError(`${place} does not hold the id of a node. Delete it: the next backup makes a new one.`)
    return id
  }
  async function make() {
    await makeFolder(dataDir)
    return parse(await writeOnce(place, uuid()))
  }

  return {
    /** Makes it when it is first asked for. */
    ensure(): Promise<string> {
      known ??= make()
      known.catch(() => (known = undefined))
      return known
    },
    /** Undefined: there is none yet, or none that can be read. */
    find: (): Promise<string | undefined> => known ?? readFile(place, 'utf8').then(parse, () => undefined),
  }
}

export type NodeIdentity = ReturnType<typeof createNodeIdentity>
