import { getFirstSteps } from '@twofold/contract/admin/first-steps'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { FirstStepsService } from './first-steps.service.ts'

export function firstStepsRoutes(app: App, firstSteps: FirstStepsService): void {
  route(app, getFirstSteps, { ...byAdmin.evenClosed.read, isPoll: true, readsTogether: true }, ({ user }) => firstSteps.read(user.id))
}
