import type { Endpoint } from '@twofold/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { AuditTrail } from '../audit.ts'

/** Every act of an administrator is recorded, whatever its service records. A route that changes nothing must declare so. */
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
