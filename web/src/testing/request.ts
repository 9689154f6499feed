import { getRequest, listRequests, type Request } from '@twofold/contract/admin/requests'
import type { CallResponse } from '@twofold/contract/endpoint'
import { onePage } from './paging.ts'
import { serve } from './server.ts'
import { idOf } from './vault.ts'

const impact = { users: 1, keys: 14, shared_keys: 0, people: 0, sessions: 3 }
export const request: Request = {
  id: idOf(1),
  act: 'set_password',
  what: 'Set the password of Kit Sample',
  said: { what: [{ code: 'request.what.set_password', values: { name: 'Kit Sample' } }], outcome: [] },
  state: 'waiting',
  asker: { id: idOf(2), name: 'Cy Muster' },
  subject: { id: idOf(3), name: 'Kit Sample' },
  reason: 'Kit forgot it.',
  detail: {},
  impact,
  created_at: '2026-01-01T03:01:00.000Z',
  runs_at: null,
  expires_at: '2026-01-08T03:01:00.000Z',
  decided_at: null,
  decided_by: null,
  outcome: '',
}
export const requestAddress = `/admin/requests?id=${request.id}`
export const detail: CallResponse<typeof getRequest> = {
  request,
  impact_now: { ...impact, keys: 15 },
  names: { users: [], keys: ['Build server', 'Registrar', 'Staging'], people: [], approvers: ['Ada Example', 'Di Probe'] },
  closed_until: '2026-01-02T10:40:00.000Z',
  restorable_until: null,
  cannot_approve: null,
  cannot_approve_until: null,
  is_own: false,
}
/** As the page writes a moment. */
export const at = (time: string) => new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))

export function serveRequest(change: Partial<Pick<typeof detail, 'cannot_approve' | 'cannot_approve_until' | 'is_own'>> = {}) {
  serve(listRequests, onePage(request))
  serve(getRequest, { ...detail, ...change })
}
