import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline/promises'

/** Each try of a wrong password takes as long as the application meant it to. */
const mostTries = 25

const readmeName = /^README(?:\.(?:md|txt|markdown))?$/i

/** READMEs about `folder`, one after the other. */
async function readmesOf(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => readmeName.test(name))
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))).join('\n')
}

/** The passwords for the files of a folder: from the README beside each, from those above it up to the folder's parent, then from the terminal, where there is one. */
export async function openPasswords(folder: string) {
  const below = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const inside = below.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  const places = [join(folder, '..'), folder, ...inside].map((place) => resolve(place))
  const readmes = new Map(await Promise.all(places.map(async (place) => [place, await readmesOf(place)] as const)))
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : undefined

  /** Documents about a file, the nearest first. */
  function above(path: string): string[] {
    const place = dirname(path)
    const text = readmes.get(place)
    return [...(text ? [text] : []), ...(place === dirname(place) ? [] : above(place))]
  }

  /** Answers candidate passwords for a file, one by one. */
  function of(file: string) {
    const waiting = [...new Set(above(resolve(folder, file)).flatMap((text) => passwordsFor(text, file)))].slice(0, mostTries)
    return async (isWrong: boolean): Promise<string | undefined> => {
      const next = waiting.shift()
      if (next !== undefined || !terminal) return next
      const answer = await terminal.question(isWrong ? `${file}: not right. Password: ` : `${file}: Password: `)
      return answer === '' ? undefined : answer
    }
  }

  return { of, close: () => terminal?.close() }
}

/** First the text next to the file's name in the README, then anything in backticks there. */
function passwordsFor(readme: string, file: string): string[] {
  const clauses = readme.split(/;|\n|(?<=\.)\s/)
  const naming = clauses.filter((clause) => wordsIn(clause).some((word) => matches(word, file)))
  const quoted = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)
  const beside = naming.flatMap((clause) => [...quoted(clause), ...cellsIn(clause)])
  return [...new Set([...beside, ...quoted(readme)])].filter((word) => !matches(word, file) && !word.includes('/'))
}

const wordsIn = (text: string) => text.split(/[\s,|`:]+/).filter((word) => word !== '')

/** Cells of a table's line, or the last word of any other line. */
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
