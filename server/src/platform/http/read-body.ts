import { type BodyCounts, defaultBodyCounts } from '@twofold/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../fail.ts'
import { createJsonMeter, TooManyParts, type TopArray } from '../json-meter.ts'
import { createPause } from '../batches.ts'

/** A body that is larger may be nothing but arrays at its top, which are parsed in batches. Parsing so much at once takes some milliseconds. */
const largestAtOnce = 2 * 1024 * 1024
/** Bytes that are parsed at once of a larger one. */
const batchBytes = 128 * 1024

/** Fields of a form: more than any standard has. */
const formFieldsMost = 20

type ParseText = (text: string) => unknown

/**
 * The one way in for bodies. Each is counted while it arrives (docs/decisions/0087): what has more parts than its call takes, or lies deeper,
 * is refused with 413 before anything parses it. Large ones are parsed in batches between which the event loop turns.
 */
export function readBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  const parserOf =
    (request: FastifyRequest): ParseText =>
    (text) => {
      const read: { error?: Error | null; value?: unknown } = {}
      void parseJson(request, text, (error, value: unknown) => Object.assign(read, { error, value }))
      if (read.error) throw read.error
      return read.value
    }

  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', (request, payload, done) => {
    const { bodyLimit, config } = request.routeOptions
    // Clients that announce too much need not send it.
    if (Number(request.headers['content-length']) > bodyLimit) {
      done(fail('request.too_large'))
      return
    }
    const isLarge = bodyLimit > largestAtOnce
    const counts = config.bodyCounts ?? defaultBodyCounts
    const meter = createJsonMeter(counts, isLarge ? { batchBytes, largestPiece: counts.itemBytes } : {})
    let chunks: Buffer[] = []
    let received = 0
    let refusal: Error | undefined
    let isDone = false
    const end = (error: Error | null, body?: unknown) => {
      if (isDone) return
      isDone = true
      payload.off('data', take).off('end', finish)
      done(error, body)
    }
    const take = (chunk: Buffer) => {
      received += chunk.length
      if (received > bodyLimit) {
        end(fail('request.too_large'))
        return
      }
      if (refusal !== undefined) return
      try {
        meter.push(chunk)
        chunks.push(chunk)
      } catch (error) {
        // The rest is read and dropped: a client that still sends would not see the answer.
        refusal = error instanceof TooManyParts ? fail('request.too_many_parts') : (error as Error)
        chunks = []
      }
    }
    const finish = () => {
      if (refusal !== undefined) end(refusal)
      // Clients announce JSON on every call, also where they send nothing.
      else if (received === 0) end(null, undefined)
      else if (isLarge) parseInBatches(Buffer.concat(chunks), meter.topArrays(), parserOf(request)).then((body) => end(null, body), end)
      else parseAtOnce(Buffer.concat(chunks), parserOf(request), end)
    }
    payload.on('data', take).once('end', finish)
    // The listener stays: a client that disconnects must not end the process.
    payload.on('error', () => end(fail('request.malformed')))
    payload.resume()
  })

  // Any page may post a form anywhere, so it is read only where a standard asks for one.
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    if (request.routeOptions.config.takesForm !== true) throw fail('request.not_json')
    const fields = [...new URLSearchParams(text)]
    if (fields.length > formFieldsMost) throw fail('request.too_many_parts')
    // A field that comes twice is a wrong one, as RFC 6749 has it.
    return Object.fromEntries(
      fields.map(([name, value]) => [name, fields.filter(([other]) => other === name).length > 1 ? [value] : value]),
    )
  })
}

function parseAtOnce(bytes: Buffer, parse: ParseText, end: (error: Error | null, body?: unknown) => void) {
  let body: unknown
  try {
    body = parse(bytes.toString())
  } catch (error) {
    end(error as Error)
    return
  }
  end(null, body)
}

/**
 * Parses the text outside the top-level arrays with a number in place of each one's content, then the content in batches. The result equals parsing
 * it all at once.
 */
export async function parseInBatches(bytes: Buffer, arrays: readonly TopArray[], parse: ParseText): Promise<unknown> {
  const closed = arrays.filter(({ end }) => end >= 0)
  let outside = ''
  let from = 0
  for (const [index, { start, end }] of closed.entries()) {
    outside += `${bytes.toString('utf8', from, start)}${index}`
    from = end
  }
  const body = parse(outside + bytes.toString('utf8', from)) as Record<string, unknown>
  if (closed.length === 0) return body
  const pause = createPause(1)
  const contents: unknown[][] = []
  for (const array of closed) {
    const items: unknown[] = []
    let start = array.start
    for (const end of [...array.cuts, array.end]) {
      const batch = parse(`[${bytes.toString('utf8', start, end)}]`) as unknown[]
      // Two commas in a row, or one before the bracket, would otherwise pass for an empty batch.
      if (batch.length === 0 && array.cuts.length > 0) throw fail('request.malformed')
      for (const item of batch) items.push(item)
      start = end + 1
      await pause()
    }
    contents.push(items)
  }
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value)) body[name] = contents[value[0] as number]
  }
  return body
}

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyCounts?: BodyCounts
    takesForm?: boolean
  }
}
