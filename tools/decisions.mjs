/*
 * Writes docs/decisions/README.md from the decisions: their titles, and the subject that each names below its title. `--check` compares instead. Run
 * by `npm run check`.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { root } from './process.mjs'

const folder = root + 'docs/decisions/'

/** In the order in which the index lists them. */
const subjects = [
  'Codes, keys and takes',
  'Sharing and access',
  'Programs',
  'Accounts, sessions and factors',
  'Administrators and approvals',
  'The audit log',
  'E-mail',
  'Import, export and pictures',
  'The browser',
  'The database',
  'Keys that encrypt',
  'The server',
  'Backups, releases and upgrades',
  'How we work',
]

/**
 * The index of the decisions. Throws where one does not say its number, title and subject.
 * @param {Iterable<[name: string, text: string]>} files
 */
export function indexDecisions(files) {
  const decisions = [...files]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, text]) => {
      const number = name.slice(0, 4)
      const [, title, subject] = new RegExp(`^# ${number} (.+)\\n\\nSubject: (.+)\\n`).exec(text) ?? []
      if (title === undefined || subject === undefined)
        throw new Error(`${name} has to begin with "# ${number} ", and then to say "Subject: …".`)
      if (!subjects.includes(subject)) throw new Error(`${name} names the subject ${subject}. Take one of: ${subjects.join('; ')}.`)
      return { number, name, title, subject, replacedBy: /^\d{4}-\d\d-\d\d, replaced by \[(\d{4})\]/m.exec(text)?.[1] }
    })
  const bySubject = subjects.map(
    (subject) =>
      `- **${subject}**: ${decisions
        .filter((one) => one.subject === subject)
        .map(({ number }) => number)
        .join(', ')}`,
  )
  const byNumber = decisions.map(
    ({ number, name, title, replacedBy }) =>
      `- [${number}](${name}) ${title}${replacedBy === undefined ? '' : ` (replaced by ${replacedBy})`}`,
  )
  return `# Decisions

What a reader would question, and why it is so ([0001](0001-record-decisions.md)). \`node tools/decisions.mjs\` writes this page.

Numbers are handed out before a decision is written, to people who work side by side: one that is missing was not used.

By subject:

${bySubject.join('\n')}

By number:

${byNumber.join('\n')}
`
}

async function main() {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.+\.md$/.test(name))
  const index = indexDecisions(
    await Promise.all(names.map(async (name) => /** @type {[string, string]} */ ([name, await readFile(folder + name, 'utf8')]))),
  )
  if (!process.argv.includes('--check')) return writeFile(`${folder}README.md`, index)
  if ((await readFile(`${folder}README.md`, 'utf8')) === index) return
  console.error('docs/decisions/README.md lists other decisions than there are: node tools/decisions.mjs writes it.')
  process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
