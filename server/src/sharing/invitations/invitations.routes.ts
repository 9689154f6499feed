import { readInvitation } from '@twofold/contract/links'
import { type App, route } from '../../platform/http/route.ts'
import type { InvitationsService } from './invitations.service.ts'

export function invitationsRoutes(app: App, invitations: Pick<InvitationsService, 'read'>): void {
  route(app, readInvitation, { role: 'public', limit: 'link' }, ({ body }) => invitations.read(body.token))
}
