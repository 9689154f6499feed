import { setTimeout as pause } from 'node:timers/promises'
import { addKeys, type Person, post, read, signUp } from './person.ts'
import { printAims } from './print.ts'
import { startServer } from './server-process.ts'

/* Measures open pages that listen to `GET /api/live`: memory and statements of a node, and how soon all of them receive a copied code. */

const people = 170
const streamsEach = 6
/** So many have the key whose codes are copied. */
const sharers = 20
const copies = 10
/** Milliseconds in which nothing happens. */
const quiet = 10_000

export async function benchLive(): Promise<void> {
  const server = await startServer<{ url: string }>('ours.ts')
  const stop = new AbortController()
  try {
    const { url } = server.ready
    const everybody: Person[] = []
    for (let number = 0; number < people; number += 1) everybody.push(await signUp(url, `live-${number}@example.org`))
    const [owner, ...others] = everybody as [Person, ...Person[]]
    await addKeys(owner, 1)
    const { own_keys: keys } = (await read(owner, '/api/keys')) as { own_keys: { id: string }[] }
    const key = keys[0]?.id ?? ''
    const as = { authorization: `Bearer ${owner.token}` }
    for (let number = 1; number <= sharers; number += 1) {
      await post(`${url}/api/keys/${key}/share`, { email: `live-${number}@example.org`, permission: 'view' }, as)
    }

    const begin = await server.usage()
    await pause(quiet)
    const before = await server.usage()
    const heard: number[] = []
    const open = others.flatMap((person) =>
      Array.from({ length: streamsEach }, () => listen(person, stop.signal, () => heard.push(performance.now()))),
    )
    await Promise.all(open)
    await pause(quiet)
    const opened = await server.usage()
    await pause(quiet)
    const idle = await server.usage()

    const delays = []
    for (let copy = 0; copy < copies; copy += 1) {
      heard.length = 0
      const from = performance.now()
      await post(`${url}/api/keys/${key}/copied`, {}, as)
      while (heard.length < sharers * streamsEach && performance.now() - from < 10_000) await pause(5)
      delays.push(heard.length < sharers * streamsEach ? Infinity : Math.max(...heard) - from)
    }
    const megabytes = (opened.memory - before.memory) / 1024 / 1024
    const statements = (idle.queries - opened.queries - (before.queries - begin.queries)) / (quiet / 1000)
    const longest = Math.max(...delays)
    printAims([
      { name: 'streams', value: open.length, text: String(open.length), atLeast: 1000 },
      { name: 'memory for them, MB', value: megabytes, text: megabytes.toFixed(0), atMost: 60 },
      { name: 'statements a second for them', value: statements, text: statements.toFixed(1), atMost: 5 },
      {
        name: `until ${sharers * streamsEach} pages heard of a copied code, ms at most`,
        value: longest,
        text: longest.toFixed(0),
        atMost: 1000,
      },
    ])
  } finally {
    stop.abort()
    await server.stop()
  }
}

/** Resolves when the stream is open; `onTaken` is called for each copied code from then on. */
async function listen({ url, token }: Person, signal: AbortSignal, onTaken: () => void): Promise<void> {
  const response = await fetch(`${url}/api/live`, { headers: { authorization: `Bearer ${token}` }, signal })
  if (!response.ok || response.body === null) throw new Error(`A stream was answered ${response.status}.`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader.read()
  if (first.value?.includes('event: hello') !== true) throw new Error(`A stream began with ${first.value}.`)
  const readOn = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) if (part.value.includes('event: taken')) onTaken()
  }
  readOn().catch(() => {})
}
