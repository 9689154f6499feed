import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline/promises'

/** Each try of a wrong password takes as long as the application meant it to. */
const mostTries = 25

/** The passwords for the files of a folder: from its README or that above it, then from the terminal, where there is one. */
export async function openPasswords(folder: string) {
  const texts = await Promise.all([folder, join(folder, '..')].map((place) => readFile(join(place, 'README.md'), 'utf8').catch(() => '')))
  const readme = texts.find((text) => text !== '') ?? ''
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : undefined

  /** Answers one password after the other for a file, until there are no more. */
  function of(file: string) {
    const waiting = passwordsFor(readme, file).slice(0, mostTries)
    return async (isWrong: boolean): Promise<string | undefined> => {
      const next = waiting.shift()
      if (next !== undefined || !terminal) return next
      const answer = await terminal.question(isWrong ? `${file}: not right. Password: ` : `${file}: Password: `)
      return answer === '' ? undefined : answer
    }
  }

  return { of, close: () => terminal?.close() }
}

/** First what stands beside the file's name in the README, then whatever is in backticks there. */
function passwordsFor(readme: string, file: string): string[] {
  const clauses = readme.split(/;|\n|(?<=\.)\s/)
  const naming = clauses.filter((clause) => wordsIn(clause).some((word) => matches(word, file)))
  const quoted = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)
  const beside = naming.flatMap((clause) => [...quoted(clause), ...cellsIn(clause)])
  return [...new Set([...beside, ...quoted(readme)])].filter((word) => !matches(word, file) && !word.includes('/'))
}

const wordsIn = (text: string) => text.split(/[\s,|`:]+/).filter((word) => word !== '')

/** Of a line of a table, or the last word of another. */
const cellsIn = (clause: string) =>
  clause.includes('|')
    ? clause
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', ''))
        .filter((cell) => cell !== '')
    : wordsIn(clause).slice(-1)

/** Names in a README leave endings out, and have `*` for what differs, and `(.a, .b)` for other endings. */
function matches(word: string, file: string): boolean {
  const name = basename(file)
  const bare = word.replace(/\(.*$/, '')
  if (!/[\w*]{3,}/.test(bare)) return false
  const pattern = bare
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*')
  return new RegExp(`^${pattern}(?:\\.\\w+)*$`).test(name)
}
