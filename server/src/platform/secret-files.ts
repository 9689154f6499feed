import { readFileSync } from 'node:fs'
import { text } from './config-values.ts'
import { fileTrouble } from './file-trouble.ts'

const optional = text.optional()

/** A variable `…_FILE` for each secret: Docker, Kubernetes and systemd pass secrets as files. */
export const fileVariablesOf = <T extends Readonly<Record<string, unknown>>>(secrets: T) =>
  Object.fromEntries(Object.keys(secrets).map((name) => [`${name}_FILE`, optional])) as Record<`${keyof T & string}_FILE`, typeof optional>

/** Its file is read by crypto/root-key.ts, which can explain an invalid one. */
const rootKey = 'MASTER_KEY'

/** Puts what the files say in place of their names. `problems`: a sentence for each that cannot be read, is empty, or is set twice. */
export function readSecretFiles(
  secretNames: readonly string[],
  present: Readonly<Record<string, string | undefined>>,
): {
  values: Record<string, string | undefined>
  problems: string[]
} {
  const values = { ...present }
  const problems: string[] = []
  for (const name of secretNames) {
    if (name === rootKey) continue
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
      problems.push(`${variable} names ${path.trim()}, which cannot be read: ${fileTrouble(error)}.`)
    }
  }
  return { values, problems }
}
