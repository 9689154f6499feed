import { resumeProgramAccount, suspendProgramAccount } from '@twofold/contract/admin/programs'
import { addIssuer, addTrust, deleteIssuer, deleteTrust, editTrust, listIssuers, listRefused, listTrusts } from '@twofold/contract/workload'
import { byAdmin, byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { IssuersService } from './issuers.service.ts'
import type { AdministratorSuspension } from './administrator-suspension.service.ts'
import type { TrustsService } from './trusts.service.ts'
import { newIssuer } from './issuer-waits.ts'

export interface WorkloadServices {
  issuers: IssuersService
  trusts: TrustsService
  suspension: AdministratorSuspension
}

export function workloadRoutes(app: App, { issuers, trusts, suspension }: WorkloadServices): void {
  route(app, suspendProgramAccount, byAdmin.evenClosed.atOnce, ({ user, params }) => suspension.suspend(user, params.id))
  route(app, resumeProgramAccount, byAdmin.evenClosed.atOnce, ({ user, params }) => suspension.resume(user, params.id))
  route(app, listIssuers, byAdmin.evenClosed.read, () => issuers.list())
  route(app, addIssuer, { ...byAdmin.evenClosed.write, approval: newIssuer }, ({ user, body }) => issuers.add(user, body))
  route(app, deleteIssuer, byAdmin.evenClosed.atOnce, ({ params }) => issuers.remove(params.id))

  route(app, listTrusts, byUser.evenClosed.read, ({ user, params }) => trusts.list(user, params.id))
  route(app, addTrust, { ...byUser.write, whileClosed: 'lets out', needsPin: true }, ({ user, params, body, client }) =>
    trusts.add(user, params.id, body, client),
  )
  route(app, editTrust, { ...byUser.write, whileClosed: 'lets out', needsPin: true }, ({ user, params, body, client }) =>
    trusts.edit(user, params, body, client),
  )
  route(app, deleteTrust, byUser.evenClosed.write, ({ user, params, client }) => trusts.remove(user, params, client))
  route(app, listRefused, byUser.evenClosed.read, ({ user, params }) => trusts.listRefused(user, params.id))
}
