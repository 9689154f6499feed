import { t } from '@lingui/core/macro'
import { ApiError } from './api-error.ts'
import { carryBy, fetchWhole } from './call.ts'
import { readRetryAfter } from './rate-limit.ts'
import { randomId } from './random-id.ts'

/** Milliseconds after which an equal request is meant as another one. */
const sameForMs = 10 * 60_000

/** Idempotency keys of POSTs that have not succeeded yet, by `mark`. */
const open = new Map<string, { key: string; until: number }>()

/**
 * Gives each POST an idempotency key, and the same one to an equal POST that follows a failure: the first may have arrived although its answer was lost,
 * and a second press of the button must not create a second group or token. While the server is still at work on the first, it is asked again until it
 * is done or the time of the call is over. Calls that create nothing ignore the key.
 */
carryBy(async (address, init) => {
  const { method, body } = init
  const headers = new Headers(init.headers)
  const sent = mark(`${address} ${typeof body === 'string' ? body : ''}`)
  if (method === 'POST') headers.set('idempotency-key', keyOf(sent))
  const response = await fetchInTime(address, { ...init, headers })
  if (method !== 'GET' && response.ok) await requireReadable(response.clone())
  if (method === 'POST' && response.ok) open.delete(sent)
  // The same thing created after a deletion is a new one.
  if (method === 'DELETE' && response.ok) open.clear()
  return response
})

async function fetchInTime(address: string, init: RequestInit): Promise<Response> {
  try {
    for (;;) {
      const response = await fetchWhole(address, init)
      if (response.status !== 409 || !(await isStillAtWork(response.clone()))) return response
      const seconds = readRetryAfter(response.headers, Date.now()) ?? 1
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  } catch (error) {
    const reason: unknown = init.signal?.reason
    if (init.method === 'GET' || !(reason instanceof DOMException && reason.name === 'TimeoutError')) throw error
    throw unclear(t`The server did not answer in time. Check whether it was done before you try again.`)
  }
}

/** A proxy may replace or cut the answer to what the server has carried out. A file is no JSON, and names itself. */
async function requireReadable(response: Response): Promise<void> {
  if (response.headers.has('content-disposition')) return
  await response.json().catch(() => {
    throw unclear(t`The server's answer cannot be read. Check whether it was done before you try again.`)
  })
}

const unclear = (message: string) => new ApiError(message, { status: 0, code: 'unclear' })

const isStillAtWork = async (response: Response) => (await response.text()).includes('"idempotency.in_progress"')

function keyOf(sent: string): string {
  for (const [other, { until }] of open) if (until < Date.now()) open.delete(other)
  const key = open.get(sent)?.key ?? randomId()
  open.set(sent, { key, until: Date.now() + sameForMs })
  return key
}

/** Tells requests apart without a copy of what was sent, which may be a secret. The server compares the whole request. */
function mark(text: string): string {
  let [a, b] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    a = Math.imul(a ^ text.charCodeAt(at), 0x9e3779b1)
    b = Math.imul(b + text.charCodeAt(at), 0x85ebca6b) ^ (b >>> 13)
  }
  return `${text.length} ${a} ${b}`
}
