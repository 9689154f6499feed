import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into each application of a journey before anything else. A person is a hash of 76 ms of processor time for the password and one of 18 ms
 * for the PIN, hundreds of which would be a tenth of what the applications compute. Hashes are made cheaply here, and say that they were made at the
 * cost that the application asked for; so it takes all its own ways.
 */

type Cost = { memoryCost: number; timeCost: number }
type Argon = { hash(text: string, options: Cost): Promise<string>; verify(stored: string, text: string): Promise<boolean> }

const cheap: Cost = { memoryCost: 1024, timeCost: 1 }
const asIfAt = (stored: string, { memoryCost, timeCost }: Cost) => stored.replace(/m=\d+,t=\d+/, `m=${memoryCost},t=${timeCost}`)

if (isMainThread) {
  // Required: what is imported gives its names once and for all.
  const argon = createRequire(new URL('../server/package.json', import.meta.url))('@node-rs/argon2') as Argon
  const { hash, verify } = argon
  argon.hash = async (text, options) => asIfAt(await hash(text, { ...options, ...cheap }), options)
  argon.verify = (stored, text) => verify(asIfAt(stored, cheap), text)
}
