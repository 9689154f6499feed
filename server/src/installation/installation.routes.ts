import type { CallResponse } from '@twofold/contract/endpoint'
import { getInstallation } from '@twofold/contract/accounts'
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'

export function installationRoutes(app: App, about: CallResponse<typeof getInstallation>): void {
  route(app, getInstallation, { role: 'public', limit: 'public' }, () => Promise.resolve(about))
}
