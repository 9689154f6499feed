import type { FastifyReply } from 'fastify'
import { WaitingAnswer } from '../approval.ts'
import { PendingAnswer } from '../held-answer.ts'
import { Download } from './download.ts'
import { EventStream } from './event-stream.ts'

/**
 * Sends a handler's result: JSON, a file, or a stream of events. 202 if it is not done yet. `caller` keeps its turn until the answer is made; for a
 * file, until it is sent.
 */
export function sendAnswer(
  reply: FastifyReply,
  answer: unknown,
  { status, caller }: { status: number; caller: { isOver: boolean } },
): unknown {
  const isWaiting = answer instanceof WaitingAnswer || answer instanceof PendingAnswer
  void reply.code(isWaiting ? 202 : status)
  if (answer instanceof Download) {
    answer.content.once('close', () => void (caller.isOver = true))
    void reply.type(answer.type).header('content-disposition', `attachment; filename="${answer.name}"`)
    return reply.send(answer.content)
  }
  caller.isOver = true
  if (isWaiting) return answer.answer
  if (!(answer instanceof EventStream)) return answer
  // Some proxies buffer an answer without this header.
  return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(answer.content)
}
