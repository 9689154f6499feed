import {
  type ChangedProvider,
  type ProviderConfiguration,
  secretField,
  sesConfiguration,
  smtpConfiguration,
  zeptomailEndpoints,
  zohoConfiguration,
} from '@twofold/contract/mail-delivery/providers'
import type { ProviderRow } from './providers.repository.ts'

/** The secret apart from the rest, which may be stored and shown as it is. An empty secret is none. */
export function splitSecret(input: ProviderConfiguration): { secret: string | undefined; shown: ProviderConfiguration } {
  const secret = secretOf(input)
  const field = secretField[input.provider]
  const { [field]: _secret, ...configuration } = input.configuration as Record<string, unknown>
  return { secret: secret === '' ? undefined : secret, shown: parse(input.provider, configuration) }
}

/** The stored configuration of a provider, with its secret where one is given. */
export function readConfiguration(row: Pick<ProviderRow, 'provider' | 'configuration'>, secret?: string): ProviderConfiguration {
  const stored = row.configuration as Record<string, unknown>
  return parse(row.provider, secret === undefined ? stored : { ...stored, [secretField[row.provider]]: secret })
}

/** The same; undefined if the stored value is not a valid configuration. */
export function tryConfiguration(row: Pick<ProviderRow, 'provider' | 'configuration'>): ProviderConfiguration | undefined {
  const schemas = { ses: sesConfiguration, smtp: smtpConfiguration, zoho: zohoConfiguration }
  return schemas[row.provider].safeParse(row.configuration).success ? readConfiguration(row) : undefined
}

/** Whether the stored secret must be entered again for `next`: otherwise it would go to another host, under another user name, or unencrypted. */
export function needsSecretAgain(stored: ProviderConfiguration, next: ProviderConfiguration): boolean {
  switch (next.provider) {
    case 'smtp': {
      if (stored.provider !== 'smtp') return true
      const [before, after] = [stored.configuration, next.configuration]
      const isLaidOpen = after.encryption === 'none' && before.encryption !== 'none'
      return before.host.toLowerCase() !== after.host.toLowerCase() || before.username !== after.username || isLaidOpen
    }
    case 'ses':
      return (
        stored.provider !== 'ses' ||
        stored.configuration.key !== next.configuration.key ||
        stored.configuration.region !== next.configuration.region
      )
    case 'zoho':
      return stored.provider !== 'zoho' || endpointOf(stored.configuration) !== endpointOf(next.configuration)
  }
}

/** Kind and configuration from a form, and nothing else. */
export function configurationOf(input: Pick<ChangedProvider, 'provider' | 'configuration'>): ProviderConfiguration {
  return parse(input.provider, input.configuration)
}

function parse(provider: ProviderConfiguration['provider'], configuration: unknown): ProviderConfiguration {
  switch (provider) {
    case 'ses':
      return { provider, configuration: sesConfiguration.parse(configuration) }
    case 'smtp':
      return { provider, configuration: smtpConfiguration.parse(configuration) }
    case 'zoho':
      return { provider, configuration: zohoConfiguration.parse(configuration) }
  }
}

function secretOf(input: ProviderConfiguration): string | undefined {
  switch (input.provider) {
    case 'ses':
      return input.configuration.secret
    case 'smtp':
      return input.configuration.password
    case 'zoho':
      return input.configuration.api_key
  }
}

const endpointOf = ({ api_endpoint: endpoint }: { api_endpoint?: string | undefined }) =>
  endpoint === undefined || endpoint === '' ? zeptomailEndpoints[0] : endpoint
