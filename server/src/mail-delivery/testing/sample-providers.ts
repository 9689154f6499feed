export const secret = 'a-very-secret-password'

export const smtp = {
  name: 'Main',
  provider: 'smtp' as const,
  configuration: { host: '10.1.2.3', port: 587, username: 'mailer', password: secret, encryption: 'tls' as const },
  priority: 1,
}

export const ses = {
  name: 'SES',
  provider: 'ses' as const,
  configuration: { key: 'AKIDEXAMPLE', secret, region: 'eu-west-1' },
  priority: 2,
}

export const zoho = {
  name: 'Zepto',
  provider: 'zoho' as const,
  configuration: { api_key: secret, from_email: 'vault@example.org' },
  priority: 3,
}
