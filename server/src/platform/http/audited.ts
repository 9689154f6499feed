import type { Endpoint } from '@twofold/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { AuditTrail } from '../audit.ts'

/** What an administrator does leaves a trace, whatever its service says about it. A route that changes nothing declares so. */
export function audited<T>(
  app: { audit: Pick<AuditTrail, 'during'> },
  endpoint: Endpoint,
  options: { role: string; isAudited?: false },
  request: FastifyRequest,
  parts: { params?: unknown; body?: unknown },
  work: () => Promise<T>,
): () => Promise<T> {
  const { identity } = request
  if (options.role !== 'admin' || identity === undefined) return work
  const target = (parts.params as Record<string, unknown> | undefined)?.['id']
  const act = {
    actor: identity,
    address: request.ip,
    call: `${endpoint.method} ${endpoint.path}`,
    targetId: typeof target === 'string' ? target : undefined,
    fields: Object.keys((parts.body as object | undefined) ?? {}),
    changes: endpoint.method !== 'GET' && options.isAudited !== false,
  }
  return () => app.audit.during(act, work)
}
