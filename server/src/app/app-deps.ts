import type { Settings } from '@twofold/contract/admin/settings'
import type { EmailDeps } from '../email/email.ts'
import type { ProviderAddresses } from '../identities/providers.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { RootKeys } from '../platform/crypto/root-key.ts'
import type { Connection, Db } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import type { HashCost } from '../platform/password-hash.ts'

export interface AppDeps {
  config: Config
  db: Db
  connection: Connection
  crypto: Crypto
  /** Backups carry what it wraps. */
  rootKey: RootKeys
  log: Log
  clock?: Clock
  /** Tests hash cheaply and load tests are not limited; the product uses the defaults. */
  cost?: { password: HashCost; pin: HashCost }
  rateLimitFactor?: number
  /** Tests begin with people who are no administrators; the product waits for the first one. */
  openBeforeSetUp?: boolean
  /** Tests ask no administrator for a second factor; the product does. */
  policyDefaults?: Partial<Settings>
  /** Tests sign webhooks by certificates of their own. */
  fetchCertificate?: EmailDeps['fetchCertificate']
  /** Tests on a busy machine give a rendering more time. */
  renderBudget?: EmailDeps['renderBudget']
  /** Tests run the providers that people sign in at. */
  providerAddresses?: ProviderAddresses
}
