import { getInstallation, type OfferedProvider } from '@twofold/contract/accounts'
import { type App, route } from '../platform/http/route.ts'
import type { Policy } from '../platform/policy/policy.ts'

interface Offered {
  policy: Policy
  providers: OfferedProvider[]
  isSetUp: () => Promise<boolean>
}

export function installationRoutes(app: App, { policy, providers, isSetUp }: Offered): void {
  route(app, getInstallation, { role: 'public', limit: 'public', duringMaintenance: true }, async () => {
    // Everything else is known without the database, also while it is away.
    const [closure, wasSetUp] = await Promise.all([app.findClosure().catch(() => null), isSetUp().catch(() => true)])
    const { name, sign_up, password_min_length } = policy
    const maintenance = closure && { until: new Date(closure.ends_at).toISOString(), message: closure.message }
    return { name, sign_up, setup_required: !wasSetUp, password_min_length, providers, maintenance }
  })
}
