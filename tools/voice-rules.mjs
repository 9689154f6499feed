/*
 * Words that comments do without, since every reader stumbles over them, and what to say instead. Run by `npm run check`. A word is listed
 * when no comment has it any more.
 */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'oxc-parser'
import { root } from './process.mjs'
import { sourcesBelow } from './sources.mjs'

/** @type {Record<string, string>} */
const instead = {
  anew: 'again, or a verb with re-: reload, redraw, recompute',
  besides: 'in addition to, apart from, other than, what else',
}

const folders = ['contract/src', 'server/src', 'web', 'client', 'cli', 'mcp', 'extension', 'e2e', 'bench', 'tools']
const isListed = new RegExp(String.raw`\b(${Object.keys(instead).join('|')})\b`, 'gi')

/**
 * Listed words in the comments of a source, but not in the code that they quote.
 * @param {string} path @param {string} text
 * @returns {{ line: number, word: string, instead: string }[]}
 */
export function findDialect(path, text) {
  return parseSync(path, text).comments.flatMap(({ value, start }) => {
    const plain = value.replaceAll(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))
    return [...plain.matchAll(isListed)].map(({ 0: word, index }) => ({
      // Two letters begin a comment.
      line: text.slice(0, start + 2 + index).split('\n').length,
      word,
      instead: instead[word.toLowerCase()] ?? '',
    }))
  })
}

async function main() {
  const names = (await Promise.all(folders.map(sourcesBelow))).flat().filter((name) => !name.endsWith('.generated.ts'))
  if (names.length === 0) throw new Error('There are no sources to check.')
  const found = await Promise.all(
    names.map(async (name) => findDialect(name, await readFile(root + name, 'utf8')).map((place) => ({ name, ...place }))),
  )
  for (const { name, line, word, instead } of found.flat()) console.error(`${name}:${line} says “${word}”. Say ${instead}.`)
  if (found.flat().length > 0) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
