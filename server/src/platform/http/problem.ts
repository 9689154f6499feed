import type { Socket } from 'node:net'
import type { ErrorBody } from '@twofold/contract/errors'
import { oauthErrorOf } from '@twofold/contract/oauth'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../database.ts'
import { AppError, fail, isRefusal } from '../fail.ts'

/** Turns whatever a route threw into an answer. Unknown errors are logged whole and answered without details. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  // The client left before its answer was compressed: nothing failed, and there is nobody to answer.
  if (reply.raw.destroyed && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
  const known = toAppError(error)
  const { call, answers } = request.routeOptions.config
  if (answers?.().has(known.code) === false) request.server.undeclared.note(call, known.code)
  if (isRefusal(known.status)) request.server.refusals.note(known.code, error.message, request.ip)
  else if (known.status >= 500) request.log.error({ err: error, code: known.code }, 'request failed')
  const retryAfter = known.retryAfter ?? (known.status === 503 ? 2 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  // Clients that speak a standard for OAuth read its names, and know no status but 400 for what they did wrong.
  const oauth = request.routeOptions.config.takesForm === true ? oauthErrorOf(known.code) : undefined
  const status = oauth !== undefined && known.status === 422 ? 400 : known.status
  // Sent as text: an error must not depend on the response schema of the route it happened in.
  void reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(bodyOf(known, oauth))
}

function bodyOf(error: AppError, oauth?: string): string {
  const body: ErrorBody = {
    ...(oauth === undefined ? {} : { error: oauth }),
    message: error.message,
    code: error.code,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    ...(error.parameters === undefined ? {} : { parameters: error.parameters }),
  }
  return JSON.stringify(body)
}

function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return fail('server.unavailable')
  const code = 'code' in error ? error.code : undefined
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return fail('request.not_json')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return fail('request.too_large')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return fail('request.malformed')
    case 'FST_ERR_BAD_URL':
      return fail('request.not_found')
    case undefined:
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  return status >= 400 && status < 500 ? fail('request.malformed') : fail('server.failed')
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  answerError(fail('request.not_found'), request, reply)
}

const brokenRequests = new Map<string, readonly [status: string, code: 'request.too_large' | 'request.malformed']>([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'request.too_large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'request.malformed']],
])

/** Answers what is not HTTP, or takes too long or too much to say what it wants: there is no request yet, only a socket. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const [status, code] = brokenRequests.get(error.code ?? '') ?? ['400 Bad Request', 'request.malformed']
    const body = bodyOf(fail(code))
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroy(error)
}
