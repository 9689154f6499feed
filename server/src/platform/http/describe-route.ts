import { waitingAnswer } from '@twofold/contract/admin/requests'
import type { Endpoint } from '@twofold/contract/endpoint'

/** The schema that a route is validated by and documented with. `mayWait`: its act may become a request, which answers 202. */
export function describeRoute(endpoint: Endpoint, role: 'public' | 'user' | 'admin', mayWait: boolean) {
  return {
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(role === 'public' ? { security: [] } : {}),
    ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
    ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
    ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
    response: { [endpoint.status]: endpoint.response, ...(mayWait ? { 202: waitingAnswer } : {}) },
  }
}
