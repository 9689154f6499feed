import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { secretNames, variables } from './config-variables.ts'

const bucket = { S3_ENDPOINT: 'https://s3.example.org', S3_BUCKET: 'vault-backups' }

/** Values that fit, and what else has to be set with them. */
const secrets: Record<string, { value: string; beside?: Record<string, string> }> = {
  DATABASE_URL: { value: 'postgres://twofold:secret@db.example.org/twofold' },
  DATABASE_OWNER_URL: {
    value: 'postgres://owner:secret@db.example.org/twofold',
    beside: { DATABASE_URL: 'postgres://twofold:secret@db.example.org/twofold' },
  },
  DATABASE_DIRECT_URL: {
    value: 'postgres://twofold:secret@db.example.org/twofold',
    beside: { DATABASE_URL: 'postgres://twofold:secret@pooler.example.org/twofold', DATABASE_POOLER: 'session' },
  },
  MASTER_KEY: { value: 'a'.repeat(64) },
  MASTER_KEY_PREVIOUS: { value: 'b'.repeat(64) },
  ADMIN_PASSWORD: { value: ' correct horse ', beside: { ADMIN_EMAIL: 'root@example.org' } },
  GOOGLE_CLIENT_SECRET: { value: 'secret', beside: { GOOGLE_CLIENT_ID: 'vault' } },
  FACEBOOK_CLIENT_SECRET: { value: 'secret', beside: { FACEBOOK_CLIENT_ID: 'vault' } },
  OIDC_CLIENT_SECRET: { value: 'secret', beside: { OIDC_CLIENT_ID: 'vault', OIDC_ISSUER: 'https://id.example.org' } },
  ZEPTOMAIL_WEBHOOK_KEY: { value: 'first-key-of-agent,second-key-of-agent' },
  BACKUP_PASSWORD: { value: 'a long password of backups' },
  BACKUP_AGE_KEY: { value: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` },
  S3_ACCESS_KEY: { value: 'AKIDEXAMPLE', beside: { ...bucket, S3_SECRET_KEY: 'secret' } },
  S3_SECRET_KEY: { value: 'secret', beside: { ...bucket, S3_ACCESS_KEY: 'AKIDEXAMPLE' } },
  METRICS_TOKEN: { value: 'a token of 16 or more' },
  OTEL_EXPORTER_OTLP_HEADERS: {
    value: 'authorization=Bearer%20secret',
    beside: { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.org' },
  },
}

function fileWith(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'twofold-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'secret'), content)
  return join(folder, 'secret')
}

test('every variable that holds a secret can be a file, and no other', () => {
  expect(Object.keys(secrets).toSorted()).toEqual(secretNames.toSorted())
  const files = Object.keys(variables.shape).filter((name) => name.endsWith('_FILE'))
  expect(files.toSorted()).toEqual(secretNames.map((name) => `${name}_FILE`).toSorted())
})

test('no variable that is called like a secret is among those that anybody may read', () => {
  const others = Object.keys(variables.shape).filter((name) => !name.endsWith('_FILE') && !secretNames.some((secret) => secret === name))
  expect(others.filter((name) => /SECRET|PASSWORD|TOKEN|KEY|CREDENTIAL|HEADERS|DATABASE_.*URL/.test(name))).toEqual([])
})

// The root key is read at the start, from its own file: see crypto/root-key.test.ts.
test.each(Object.entries(secrets).filter(([name]) => name !== 'MASTER_KEY'))(
  '%s from a file is the same as %s itself, but for the newline at its end',
  (name, { value, beside }) => {
    const { setByEnvironment, ...direct } = readConfig({ ...beside, [name]: value })
    const { setByEnvironment: setByFile, ...fromFile } = readConfig({ ...beside, [`${name}_FILE`]: fileWith(`${value}\n`) })
    expect(fromFile).toEqual(direct)
    expect(setByFile).toEqual(expect.arrayContaining([...setByEnvironment]))
  },
)

test('a secret that is set twice, and a file that cannot be read or is empty, stop the start, all of them at once', () => {
  const empty = fileWith(' \n')
  const read = () =>
    readConfig({
      METRICS_TOKEN: 'a token of 16 or more',
      METRICS_TOKEN_FILE: '/nowhere',
      DATABASE_URL_FILE: '/does/not/exist',
      BACKUP_PASSWORD_FILE: empty,
      PORT: 'x',
    })
  expect(read).toThrow('METRICS_TOKEN and METRICS_TOKEN_FILE are both set. Please set only one of them.')
  expect(read).toThrow('DATABASE_URL_FILE names /does/not/exist, which cannot be read: there is no such place. Mind the path.')
  expect(read).toThrow(`BACKUP_PASSWORD_FILE names ${empty}, which is empty.`)
  expect(read).toThrow('PORT must be a whole number from 0 to 65535.')
})

test('the content of a file is checked like the variable itself', () => {
  expect(() => readConfig({ METRICS_TOKEN_FILE: fileWith('short') })).toThrow('METRICS_TOKEN must be at least 16 characters long.')
  expect(() => readConfig({ OIDC_CLIENT_SECRET_FILE: fileWith('secret') })).toThrow('OIDC_CLIENT_SECRET is set, but OIDC_ISSUER is not.')
})
