import type { ErrorBody } from '@twofold/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../database.ts'
import { AppError, fail } from '../fail.ts'

/** Turns whatever a route threw into an answer. Unknown errors are logged whole and answered without details. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error)
  if (known.status >= 500) request.log.error({ err: error, code: known.code }, 'request failed')
  const retryAfter = known.retryAfter ?? (known.status === 503 ? 2 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const body: ErrorBody = {
    message: known.message,
    code: known.code,
    ...(known.errors === undefined ? {} : { errors: known.errors }),
    ...(known.parameters === undefined ? {} : { parameters: known.parameters }),
  }
  // Sent as text: an error must not depend on the response schema of the route it happened in.
  void reply.code(known.status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body))
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
    case 'FST_ERR_BAD_URL':
      return fail('request.malformed')
    case undefined:
  }
  if ('statusCode' in error && error.statusCode === 400) return fail('request.malformed')
  return fail('server.failed')
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  answerError(fail('request.not_found'), request, reply)
}
