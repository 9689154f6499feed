import { expect, test } from 'vitest'
import { findMisspelled } from './config-spelling.ts'
import { variables } from './config-variables.ts'
import { readConfig } from './config.ts'

test('without any variable there is a configuration that works', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    appUrl: 'http://localhost:3000',
    signUp: 'open',
    emailVerification: 'auto',
    secureCookies: undefined,
    databaseUrl: undefined,
  })
})

test('an https address makes cookies secure', () => {
  expect(readConfig({ APP_URL: 'https://vault.example.org/' })).toMatchObject({ appUrl: 'https://vault.example.org' })
})

test('empty variables count as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  const hosts = 'postgres://twofold@one:5432,two:5432/twofold'
  expect(readConfig({ DATABASE_URL: hosts })).toMatchObject({ databaseUrl: hosts })
})

test.each([
  ['PORT', '80a', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '70000', 'PORT must be a whole number from 0 to 65535.'],
  ['APP_URL', 'vault.example.org', 'APP_URL must be an address such as https://vault.example.org.'],
  ['APP_URL', 'https://example.org/vault', 'APP_URL must be an address without a path, such as https://vault.example.org.'],
  ['DATABASE_URL', 'postgres://one:5432,two:port/x', 'DATABASE_URL must be an address such as postgres://user:password@host:5432/twofold.'],
  ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL must be an address such as postgres://user:password@host:5432/twofold.'],
  ['S3_ENDPOINT', 's3.example.org', 'S3_ENDPOINT must be the address of an S3 service, such as https://s3.eu-central-1.amazonaws.com.'],
  ['S3_ENDPOINT', 'http://nas.lan:9000', 'S3_ENDPOINT must be an https address; http is only for a service on this machine.'],
  ['S3_ENDPOINT', 'https://a:b@s3.example.org', 'S3_ENDPOINT must be an address without a password, a question mark or a fragment.'],
  ['S3_BUCKET', 'a/b', 'S3_BUCKET must be the name of a bucket, such as twofold-backups.'],
  ['S3_PREFIX', '../x', 'S3_PREFIX must be letters, digits, dots, hyphens and underscores, with / between folders.'],
  ['S3_REGION', 'EU West', 'S3_REGION must be the name of a region, such as eu-central-1.'],
  ['SIGN_UP', 'maybe', 'SIGN_UP must be open, invite or closed.'],
  ['EMAIL_VERIFICATION', 'yes', 'EMAIL_VERIFICATION must be auto, required or off.'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, proxy', 'TRUSTED_PROXIES must be a comma-separated list of addresses or ranges such as 10.0.0.0/8.'],
  [
    'EMAIL_ALLOW_PRIVATE_HOSTS',
    'mail.lan, 10.0.0.0/64',
    'EMAIL_ALLOW_PRIVATE_HOSTS must be a comma-separated list of host names, addresses or ranges such as mail.example.lan,10.0.0.0/8.',
  ],
  [
    'EMAIL_ALLOW_PRIVATE_HOSTS',
    '10.0.0.300',
    'EMAIL_ALLOW_PRIVATE_HOSTS must be a comma-separated list of host names, addresses or ranges such as mail.example.lan,10.0.0.0/8.',
  ],
  [
    'EMAIL_ALLOW_PRIVATE_HOSTS',
    'mail.lan,010.0.0.0/8',
    'EMAIL_ALLOW_PRIVATE_HOSTS must be a comma-separated list of host names, addresses or ranges such as mail.example.lan,10.0.0.0/8. 010.0.0.0/8 is none of these: the numbers of an address have no leading zeros.',
  ],
  [
    'OUTBOUND_ALLOW',
    '10.0.0.010',
    'OUTBOUND_ALLOW must be a comma-separated list of host names, addresses or ranges such as siem.example.lan,10.0.0.0/8. 10.0.0.010 is none of these: the numbers of an address have no leading zeros.',
  ],
  ['TRUSTED_PROXIES', '::ffff:010.0.0.1', '::ffff:010.0.0.1 is none of these: the numbers of an address have no leading zeros.'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, 10.1', '10.1 is none of these.'],
  ['TRUSTED_PROXIES', '0.0.0.0/0', 'TRUSTED_PROXIES must not trust every address: whoever is no proxy could claim any address.'],
  ['TRUSTED_PROXIES', '10.0.0.0/8,::/0', 'TRUSTED_PROXIES must not trust every address: whoever is no proxy could claim any address.'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'TRUSTED_PROXIES must be a comma-separated list of addresses or ranges such as 10.0.0.0/8.'],
  ['TRUSTED_PROXIES', '300.1.1.1', 'TRUSTED_PROXIES must be a comma-separated list of addresses or ranges such as 10.0.0.0/8.'],
  ['ADMIN_EMAIL', 'root', 'ADMIN_EMAIL must be an e-mail address.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent.'],
  ['ROLES', 'web,cook', 'ROLES must be web, worker or both (web,worker).'],
  ['BACKUP_PASSWORD', 'short', 'BACKUP_PASSWORD must be at least 12 characters long.'],
  ['METRICS_PORT', '3000', 'METRICS_PORT must be another number than PORT.'],
  ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must be at least 16 characters long.'],
  ['ADMIN_EMAIL', 'root@example.org', 'ADMIN_EMAIL is set, but neither ADMIN_PASSWORD nor ADMIN_PASSWORD_FILE is.'],
  ['ADMIN_PASSWORD', 'long-enough', 'ADMIN_PASSWORD is set, but ADMIN_EMAIL is not.'],
])('%s=%s stops the start with a sentence', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence)
})

test('hosts that e-mail may reach inside the own network are names, addresses and ranges', () => {
  expect(readConfig({ EMAIL_ALLOW_PRIVATE_HOSTS: 'localhost, mail.lan,10.0.0.0/8,fd00::/8,::1' }).emailAllowPrivateHosts).toEqual([
    'localhost',
    'mail.lan',
    '10.0.0.0/8',
    'fd00::/8',
    '::1',
  ])
})

test('every wrong value is named at once', () => {
  expect(() => readConfig({ PORT: 'x', SIGN_UP: 'x' })).toThrow(/PORT must[\s\S]*SIGN_UP must/)
  expect(() => readConfig({ ADMIN_PASSWORD: 'long-enough', BACKUP_PASSWORD: 'short', S3_BUCKET: 'b-b-b' })).toThrow(
    /ADMIN_EMAIL is not\.\n.*BACKUP_PASSWORD must.*\n.*S3_ENDPOINT is not\./,
  )
})

test('a misspelled variable is named, and stops the start where its absence would protect less', () => {
  const said: string[] = []
  const read = (environment: Record<string, string>) => readConfig(environment, (sentence) => said.push(sentence))
  read({
    PATH: '/bin',
    HOME: '/root',
    LOG_LEVLE: 'debug',
    DATABASE_URI: 'mysql://other',
    DATABASE_URL: 'postgres://a@db/twofold',
    SIGNUP: '',
  })
  expect(said).toEqual([
    'LOG_LEVLE has no effect: it is not a variable of Twofold. LOG_LEVEL is, if that is what you mean.',
    'DATABASE_URI has no effect: it is not a variable of Twofold. DATABASE_URL is, if that is what you mean.',
  ])
  expect(() => read({ SIGNUP: 'closed', TRUSTED_PROXYS: '10.0.0.1', MASTER_KEY_FIEL: '/run/key' })).toThrow(
    /^SIGNUP has no effect: .* but SIGN_UP is\. .*\nTRUSTED_PROXYS .* TRUSTED_PROXIES is\. .*\nMASTER_KEY_FIEL .* MASTER_KEY_FILE is\./,
  )
})

test.each(['MASTER_KEY', 'MASTER_KEY_FILE'])('other software may have a similar variable where %s is set', (name) => {
  const said: string[] = []
  readConfig({ [name]: '/run/key', MASTER_KEYS: 'x', MASTER_KEYS_FILE: '/x' }, (sentence) => said.push(sentence))
  expect(said.map((sentence) => sentence.split(' ')[0])).toEqual(['MASTER_KEYS', 'MASTER_KEYS_FILE'])
})

test('no variable of the configuration is taken for another one', () => {
  const all = Object.fromEntries(Object.keys(variables.shape).map((name) => [name, 'x']))
  expect(findMisspelled(all)).toEqual({ problems: [], warnings: [] })
})

test('a list with several wrong parts is named once', () => {
  expect(() => readConfig({ ROLES: 'cook,,gardener' })).toThrow(/^ROLES must be web, worker or both \(web,worker\)\.$/)
})

test('health and metrics may share the port of the application at another address', () => {
  expect(readConfig({ HOST: '127.0.0.2', METRICS_PORT: '3000', METRICS_HOST: '127.0.0.1' }).metricsPort).toBe(3000)
})

test('a provider to sign in at is configured whole or not at all, and over https unless it is on this machine', () => {
  const oidc = { OIDC_ISSUER: 'https://id.example.org/realms/staff', OIDC_CLIENT_ID: 'vault', OIDC_CLIENT_SECRET: 'secret' }
  expect(readConfig({ ...oidc, GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's' }).identityProviders).toEqual({
    google: { clientId: 'g', clientSecret: 's' },
    oidc: { issuer: 'https://id.example.org/realms/staff', name: 'Single sign-on', clientId: 'vault', clientSecret: 'secret' },
  })
  expect(() => readConfig({ ...oidc, OIDC_CLIENT_SECRET: '' })).toThrow('OIDC_ISSUER is set, but OIDC_CLIENT_SECRET is not.')
  expect(() => readConfig({ FACEBOOK_CLIENT_SECRET: 's' })).toThrow('FACEBOOK_CLIENT_SECRET is set, but FACEBOOK_CLIENT_ID is not.')
  expect(() => readConfig({ ...oidc, OIDC_ISSUER: 'http://id.example.org' })).toThrow(
    'OIDC_ISSUER must be an https address; http is only for an issuer on this machine.',
  )
  expect(() => readConfig({ ...oidc, OIDC_ISSUER: 'id.example.org' })).toThrow('OIDC_ISSUER must be the address of an issuer')
  expect(readConfig({ ...oidc, OIDC_ISSUER: 'http://localhost:8080' }).identityProviders.oidc?.issuer).toBe('http://localhost:8080')
})

test('an administrator’s password that nobody could sign in with stops the start', () => {
  const read = (ADMIN_PASSWORD: string) => () => readConfig({ ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD })
  expect(read('short')).toThrow('The password of the administrator does not fit. Password must be at least 8 characters.')
  expect(read('x'.repeat(257))).toThrow('The password of the administrator does not fit. Password must be at most 256 characters.')
})

test('a node behind a proxy goes on serving for five seconds after it was asked to stop, unless another time is set', () => {
  expect(readConfig({}).drainSeconds).toBe(0)
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.1' }).drainSeconds).toBe(5)
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.1', DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
  expect(readConfig({ DRAIN_SECONDS: '12' }).drainSeconds).toBe(12)
  expect(() => readConfig({ DRAIN_SECONDS: '121' })).toThrow('DRAIN_SECONDS must be a whole number from 0 to 120.')
})

const address = (host: string, user = 'twofold') => `postgres://${user}@${host}/twofold`

test.each([
  [{ DATABASE_POOLER: 'session' }, 'DATABASE_POOLER is set, but DATABASE_URL is not. The embedded database has no pooler.'],
  [{ DATABASE_DIRECT_URL: address('db') }, 'DATABASE_DIRECT_URL is set, but DATABASE_URL is not. The embedded database has no pooler.'],
  [
    { DATABASE_URL: address('pooler'), DATABASE_POOLER: 'transaction' },
    'DATABASE_POOLER is transaction, but DATABASE_DIRECT_URL is not set. Jobs, notifications between nodes, migrations and backups need an address past the pooler.',
  ],
  [
    { DATABASE_URL: address('pooler'), DATABASE_DIRECT_URL: address('db') },
    'DATABASE_DIRECT_URL is set, but DATABASE_POOLER is none. Set it to session or transaction, as the pooler is.',
  ],
  [
    { DATABASE_URL: address('pooler'), DATABASE_DIRECT_URL: address('db', 'other'), DATABASE_POOLER: 'session' },
    'DATABASE_DIRECT_URL and DATABASE_URL name different users. Set both to the same one.',
  ],
])('%j is refused', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test('statements are prepared unless the pooler hands sessions on with each transaction, or as it is said', () => {
  const pooler = { DATABASE_URL: address('pooler'), DATABASE_DIRECT_URL: address('db') }
  const isPreparing = (env: Record<string, string>) => readConfig({ ...pooler, ...env }).isPreparing
  expect(isPreparing({ DATABASE_POOLER: 'session' })).toBe(true)
  expect(isPreparing({ DATABASE_POOLER: 'transaction' })).toBe(false)
  expect(isPreparing({ DATABASE_POOLER: 'transaction', DATABASE_PREPARE: 'true' })).toBe(true)
})
