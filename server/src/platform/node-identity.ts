import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid, validate } from 'uuid'
import { writeOnce } from './crypto/write-once.ts'
import { StartError } from './start-error.ts'

/** Who a data folder is, for what lies in it. Made when it is first asked for; host names change, and are given twice. */
export function createNodeIdentity(dataDir: string): () => Promise<string> {
  const place = join(dataDir, 'node.id')
  let known: Promise<string> | undefined
  async function read() {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const id = (await writeOnce(place, uuid())).trim()
    if (!validate(id)) throw new StartError(`${place} does not hold the id of a node. Delete it: the next backup makes a new one.`)
    return id
  }
  return () => {
    known ??= read()
    known.catch(() => (known = undefined))
    return known
  }
}
