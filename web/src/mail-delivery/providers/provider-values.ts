import type { NewProvider, Provider } from '@twofold/contract/mail-delivery/providers'
import type { ProviderKind } from '@twofold/contract/mail-design/mail-terms'

/** A provider as its form holds it: what is typed is text, and an empty limit is none. */
export interface ProviderValues {
  name: string
  provider: ProviderKind
  priority: string
  daily_limit: string
  hourly_limit: string
  is_active: boolean
  is_default: boolean
  configuration: Record<string, string>
}

const empty = {
  ses: { key: '', secret: '', region: 'us-east-1', from_email: '', from_name: '' },
  smtp: { host: '', port: '587', username: '', password: '', encryption: 'tls', from_email: '', from_name: '' },
  zoho: { api_key: '', from_email: '', from_name: '', api_endpoint: '' },
} as const satisfies Record<ProviderKind, Record<string, string>>

export const emptyConfiguration = (kind: ProviderKind): Record<string, string> => ({ ...empty[kind] })

export const newProviderValues: ProviderValues = {
  name: '',
  provider: 'smtp',
  priority: '1',
  daily_limit: '',
  hourly_limit: '',
  is_active: true,
  is_default: false,
  configuration: emptyConfiguration('smtp'),
}

/** The stored one; its secret is not among what the server tells. */
export function valuesOf(provider: Provider): ProviderValues {
  const configuration = Object.fromEntries(Object.entries(provider.configuration).map(([name, value]) => [name, String(value ?? '')]))
  return {
    name: provider.name,
    provider: provider.provider,
    priority: String(provider.priority),
    daily_limit: provider.daily_limit === null ? '' : String(provider.daily_limit),
    hourly_limit: provider.hourly_limit === null ? '' : String(provider.hourly_limit),
    is_active: provider.is_active,
    is_default: provider.is_default,
    configuration: { ...emptyConfiguration(provider.provider), ...configuration },
  }
}

const limitOf = (text: string) => (text.trim() === '' ? null : Number(text))

/** The request body, with only the fields of the chosen kind. The server validates it again. */
export function bodyOf(values: ProviderValues): NewProvider {
  const { configuration, priority, daily_limit, hourly_limit, ...others } = values
  const body = {
    ...others,
    priority: Number(priority),
    daily_limit: limitOf(daily_limit),
    hourly_limit: limitOf(hourly_limit),
    configuration: values.provider === 'smtp' ? { ...configuration, port: Number(configuration['port']) } : configuration,
  }
  return body as unknown as NewProvider
}

export const isWhole = (text: string) => /^\d+$/.test(text) && Number(text) >= 1
export const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
