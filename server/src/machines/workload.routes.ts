import { resumeProgramAccount, suspendProgramAccount } from '@twofold/contract/admin/programs'
import { addIssuer, addTrust, deleteIssuer, deleteTrust, editTrust, listIssuers, listRefused, listTrusts } from '@twofold/contract/workload'
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'
import type { IssuersService } from './issuers.service.ts'
import type { AdministratorSuspension } from './administrator-suspension.service.ts'
import type { TrustsService } from './trusts.service.ts'

export interface WorkloadServices {
  issuers: IssuersService
  trusts: TrustsService
  suspension: AdministratorSuspension
}

const [read, write] = [{ role: 'user', limit: 'read' } as const, { role: 'user', limit: 'write' } as const]

export function workloadRoutes(app: App, { issuers, trusts, suspension }: WorkloadServices): void {
  route(app, suspendProgramAccount, { role: 'admin', limit: 'write' }, ({ user, params }) => suspension.suspend(user, params.id))
  route(app, resumeProgramAccount, { role: 'admin', limit: 'write' }, ({ user, params }) => suspension.resume(user, params.id))
  route(app, listIssuers, { role: 'admin', limit: 'read' }, () => issuers.list())
  route(app, addIssuer, { role: 'admin', limit: 'write' }, ({ user, body }) => issuers.add(user, body))
  route(app, deleteIssuer, { role: 'admin', limit: 'write' }, ({ params }) => issuers.remove(params.id))

  route(app, listTrusts, read, ({ user, params }) => trusts.list(user, params.id))
  route(app, addTrust, { ...write, needsPin: true }, ({ user, params, body, client }) => trusts.add(user, params.id, body, client))
  route(app, editTrust, { ...write, needsPin: true }, ({ user, params, body, client }) => trusts.edit(user, params, body, client))
  route(app, deleteTrust, write, ({ user, params, client }) => trusts.remove(user, params, client))
  route(app, listRefused, read, ({ user, params }) => trusts.listRefused(user, params.id))
}
