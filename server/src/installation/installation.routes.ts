import type { CallResponse } from '@twofold/contract/endpoint'
import { getInstallation } from '@twofold/contract/accounts'
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'

type About = CallResponse<typeof getInstallation>

export function installationRoutes(app: App, about: Omit<About, 'maintenance'>): void {
  route(app, getInstallation, { role: 'public', limit: 'public', duringMaintenance: true }, async () => {
    // Everything else is known without the database, also while it is away.
    const closure = await app.findClosure().catch(() => null)
    return { ...about, maintenance: closure && { until: new Date(closure.ends_at).toISOString(), message: closure.message } }
  })
}
