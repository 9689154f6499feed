import { resumeProgramAccount, suspendProgramAccount } from '@twofold/contract/admin/programs'
import { addIssuer, addTrust, deleteIssuer, deleteTrust, editTrust, listIssuers, listRefused, listTrusts } from '@twofold/contract/workload'
import { byAdmin, byUser } from '../platform/http/callers.ts'
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

export function workloadRoutes(app: App, { issuers, trusts, suspension }: WorkloadServices): void {
  route(app, suspendProgramAccount, byAdmin.write, ({ user, params }) => suspension.suspend(user, params.id))
  route(app, resumeProgramAccount, byAdmin.write, ({ user, params }) => suspension.resume(user, params.id))
  route(app, listIssuers, byAdmin.read, () => issuers.list())
  route(app, addIssuer, byAdmin.write, ({ user, body }) => issuers.add(user, body))
  route(app, deleteIssuer, byAdmin.write, ({ params }) => issuers.remove(params.id))

  route(app, listTrusts, byUser.read, ({ user, params }) => trusts.list(user, params.id))
  route(app, addTrust, { ...byUser.write, needsPin: true }, ({ user, params, body, client }) => trusts.add(user, params.id, body, client))
  route(app, editTrust, { ...byUser.write, needsPin: true }, ({ user, params, body, client }) => trusts.edit(user, params, body, client))
  route(app, deleteTrust, byUser.write, ({ user, params, client }) => trusts.remove(user, params, client))
  route(app, listRefused, byUser.read, ({ user, params }) => trusts.listRefused(user, params.id))
}
