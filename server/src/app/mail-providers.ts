import { createProvidersRepository } from '../mail-delivery/providers/providers.repository.ts'
import { createWorkingProviders } from '../mail-delivery/providers/working-providers.ts'
import { createSettingsRepository } from '../mail-design/settings/settings.repository.ts'
import { readEmailSettings } from '../mail-design/settings/stored-settings.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/database.ts'
import type { Policy } from '../platform/policy/policy.ts'

/** Which e-mail providers work, wired: e-mail itself, accounts and the health check all go by this. */
export function createMailProviders(deps: { config: Pick<Config, 'emailFrom'>; policy: Pick<Policy, 'name' | 'address'>; db: Db }) {
  const { config, policy, db } = deps
  return createWorkingProviders({
    providers: createProvidersRepository(db),
    readSender: async () => (await readEmailSettings(createSettingsRepository(db))).sender,
    from: config.emailFrom,
    app: {
      get name() {
        return policy.name
      },
      get url() {
        return policy.address
      },
    },
  })
}

export type MailProviders = ReturnType<typeof createMailProviders>
