/** All that is asked about providers of e-mail is below it. */
export const providersKey = ['admin', 'email', 'providers'] as const

/** Queries whose answers change with a provider or with the sender address: the providers, and figures that count those which can send. */
export const providerStateKeys = [providersKey, ['admin', 'email', 'dashboard'], ['admin', 'email', 'statistics']] as const
