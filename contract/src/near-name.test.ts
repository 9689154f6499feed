import { expect, test } from 'vitest'
import { findNearName } from './near-name.ts'

const names = [
  'APP_NAME',
  'COOKIE_SECURE',
  'DATA_DIR',
  'DATABASE_POOL',
  'DATABASE_URL',
  'HOST',
  'OTEL_BSP_SCHEDULE_DELAY',
  'PORT',
  'SIGN_UP',
  'TRUSTED_PROXIES',
]

test.each([
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['DATABSE_ULR', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATA_DRI', 'DATA_DIR'],
  ['DATADIR', 'DATA_DIR'],
  ['SIGNUP', 'SIGN_UP'],
  ['sign_up', 'SIGN_UP'],
  ['PROT', 'PORT'],
  ['HSOT', 'HOST'],
])('%s is taken for %s', (name, meant) => {
  expect(findNearName(name, names)).toBe(meant)
})

test.each([
  'PATH',
  'HOME',
  'HOSTNAME',
  'PWD',
  'APP_HOME',
  'COOKIE_SECRET',
  'APP_ENV',
  'PGHOST',
  'PGPORT',
  'NODE_ENV',
  'XDG_DATA_DIRS',
  'npm_config_user_agent',
  'DATABASE_PORT',
  'DATABASE_HOST',
  'DATABASE_SSL',
  'DATABASE_USER',
  'REDIS_PORT',
  'TWOFOLD_PORT',
  'KUBERNETES_PORT',
  'OTEL_BLRP_SCHEDULE_DELAY',
  'SMTP_HOST',
  'TZ',
])('%s is a name of its own', (name) => {
  expect(findNearName(name, names)).toBeUndefined()
})
