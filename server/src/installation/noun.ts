import type { Accounts } from '../accounts/noun.ts'
import type { Identities } from '../identities/noun.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { defineNoun, onlyRoutes } from '../platform/ground/define-noun.ts'
import { installationRoutes } from './installation.routes.ts'

/** Public facts of the installation, available before sign-in. */
export const installation = defineNoun({
  name: 'installation',
  owns: 'none',
  metrics: 'none',
  build: ({ policy }: Ground, { accounts, signInProviders }: Pick<Accounts, 'accounts'> & Pick<Identities, 'signInProviders'>) =>
    onlyRoutes((app) => installationRoutes(app, { policy, providers: signInProviders, isSetUp: accounts.isSetUp })),
})
