import { readFileSync } from 'node:fs'
import { text } from './config-values.ts'

/**
 * Variables that hold a secret. Each can name a file instead, as Docker, Kubernetes and systemd hand secrets over: `METRICS_TOKEN_FILE`.
 * `MASTER_KEY_FILE` is read where the root key is (crypto/root-key.ts), which knows what a wrong one means.
 */
const secretVariables = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_DIRECT_URL',
  'MASTER_KEY_PREVIOUS',
  'ADMIN_PASSWORD',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'ZEPTOMAIL_WEBHOOK_KEY',
  'BACKUP_PASSWORD',
  'BACKUP_AGE_KEY',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

const optional = text.optional()

/** A variable `…_FILE` for each of them, for the table of the configuration. */
export const fileVariables = Object.fromEntries(secretVariables.map((name) => [`${name}_FILE`, optional])) as Record<
  `${(typeof secretVariables)[number]}_FILE`,
  typeof optional
>

/** Puts what the files say in place of their names. `problems`: a sentence for each that cannot be read, is empty, or is set twice. */
export function readSecretFiles(present: Readonly<Record<string, string | undefined>>): {
  values: Record<string, string | undefined>
  problems: string[]
} {
  const values = { ...present }
  const problems: string[] = []
  for (const name of secretVariables) {
    const variable = `${name}_FILE`
    const path = present[variable]
    if (path === undefined) continue
    if (present[name] !== undefined) {
      problems.push(`${name} and ${variable} are both set. Please set only one of them.`)
      continue
    }
    try {
      // The newline that editors add at the end does not count.
      const value = readFileSync(path.trim(), 'utf8').replace(/\r?\n$/, '')
      if (value.trim() === '') problems.push(`${variable} names ${path.trim()}, which is empty.`)
      values[name] = value
    } catch (error) {
      problems.push(`${variable} names a file that cannot be read: ${(error as Error).message}.`)
    }
  }
  return { values, problems }
}
