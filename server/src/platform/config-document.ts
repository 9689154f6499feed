import * as z from 'zod'
import { variables } from './config-variables.ts'
import { meanings } from './config-meanings.ts'

type Name = keyof typeof variables.shape

const introduction = `# Configuration

Written by \`npm run configuration\`; a change made by hand is lost.

Everything is configured by environment variables, read once at the start. A wrong value stops the start with a sentence that says what is
wrong; all wrong values are named at once. An empty variable counts as absent. A variable that looks like a misspelled one of these is named, and
stops the start where its absence would protect less or begin another installation.

Every variable that holds a secret can name a file instead, as Docker, Kubernetes and systemd hand secrets over: add \`_FILE\` to its name. The newline at
the end of the file does not count. \`npm run doctor\` reads the same variables and says what is wrong with what they lead to.
`

interface Row {
  name: string
  fallback: string
  meaning: string
}

/** The text of docs/configuration.md: every variable with its default and meaning. */
export function describeConfiguration(): string {
  const sections = Object.entries(meanings).map(
    ([title, group]) => `## ${title}\n\n${describeTable(Object.entries(group).flatMap(rowsOf))}`,
  )
  return [introduction, ...sections].join('\n')
}

function rowsOf([name, meaning]: [string, string]): Row[] {
  const file = `${name}_FILE`
  const row = { name: `\`${name}\``, fallback: defaultOf(name as Name), meaning }
  if (!Object.hasOwn(variables.shape, file)) return [row]
  return [row, { name: `\`${file}\``, fallback: 'none', meaning: `A file that holds it. Not together with \`${name}\`.` }]
}

/** The default as one would write it in the environment, before any transformation. */
function defaultOf(name: Name): string {
  let schema: z.core.$ZodType = variables.shape[name]
  while (schema instanceof z.ZodPipe) schema = schema.in
  const value = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined
  const parts = (Array.isArray(value) ? value : [value ?? '']) as (string | number | boolean)[]
  const text = parts.join(',')
  return text === '' ? 'none' : `\`${text}\``
}

function describeTable(rows: Row[]): string {
  const all = [{ name: 'variable', fallback: 'default', meaning: 'meaning' }, ...rows]
  const width = (column: keyof Row) => Math.max(...all.map((row) => row[column].length))
  const widths = { name: width('name'), fallback: width('fallback'), meaning: width('meaning') }
  const line = (row: Row) =>
    `| ${row.name.padEnd(widths.name)} | ${row.fallback.padEnd(widths.fallback)} | ${row.meaning.padEnd(widths.meaning)} |\n`
  const rule = `| ${'-'.repeat(widths.name)} | ${'-'.repeat(widths.fallback)} | ${'-'.repeat(widths.meaning)} |\n`
  return line(all[0] as Row) + rule + rows.map(line).join('')
}
