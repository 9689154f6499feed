/*
 * Words that comments, titles of tests, documents, sentences and names do without, since every reader stumbles over them, and what to say instead. Run by
 * `npm run check`.
 * A word is listed once nothing has it.
 */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'oxc-parser'
import { documents } from './documents.mjs'
import { findInIdentifiers } from './identifier-words.mjs'
import { lineOf } from './line-of.mjs'
import { root } from './process.mjs'
import { sourcesBelow } from './sources.mjs'
import { testTitles } from './test-titles.mjs'
import { specifiedSentences } from './specified-sentences.mjs'

/** @typedef {{ line: number, word: string, instead: string }} Place */
/** @typedef {readonly (readonly [pattern: string, instead: string])[]} Words */

/** @type {Words} */
const everywhere = [
  ['anew', 'again, or a verb with re-: reload, redraw, recompute'],
  ['besides', 'in addition to, apart from, other than, what else'],
  // American spelling. Favourites are a table, and the API's.
  ['colou(?:rs?|red|ring|rful)', 'color'],
  ['favou(?:rs?|red|rite|rable)', 'favor, favorite'],
  ['(?:behavi|hon|lab|neighb)our(?:s|ed|ing|al|hood)?', '-or'],
  ['centre[sd]?', 'center'],
  ['licences?', 'license'],
  ['cancell(?:ed|ing)', 'canceled, canceling'],
  ['(?:author|initial|minim|normal|optim|organ|recogn|serial|summar|synchron)is(?:e[sd]?|ing|ation)', '-ize'],
]

/** @type {Words} */
const inComments = [
  ...everywhere,
  ['whom', 'who, the person who'],
  ['whoever', 'anyone who, the caller, the person who'],
  ['(?:is|are|was|were|be|been) told', 'is notified, gets, learns'],
  ['heed(?:s|ed|ing)?', 'follow, check, wait for'],
  ['lest', 'so that … not'],
  ['as good as', 'almost, like'],
  ['any more', 'any longer, no longer'],
  ['(?<![-./])mail(?:s|ed|ing)(?![-.])', 'e-mails, e-mailed; or sends'],
]

/** @type {Words} */
const inTitlesOnly = [
  ['(?<![-./])mail(?! (?:servers?|programs?|agents?|relays?|providers?|path)\\b)(?![-.])', 'e-mail'],
  ['(?:hears?|reads?|notified|notice|nothing|told|tells?) of it', 'is notified, or what the rule is about'],
  ['one who', 'the person, program or request that'],
]

/** A comment of the form "What a decision looks at." has no subject. */
const openings = /^[\s*]*(Who|Whom|Whose|What|Where)\b(?![^.:]*\?)/
/** The same of a title, which begins in lower case, and the order of “Of two calls one wins”. */
const titleOpenings = /^(who|whom|whose|what|where|of)\b(?![^.:]*\?)/i

/** @type {Words} */
const inSentences = [
  ...everywhere,
  ['any more', 'no longer'],
  ['whom', 'who, the person who'],
  ['whoever', 'anyone who, the person who'],
  ['(?:is|are) told', 'is notified, sees'],
  ['(?:is|are|be) good for', 'is valid for, expires in'],
  ['stands?', 'is, appears, is listed'],
  ['(?:its|their) person', 'the user, the person who uses it'],
  ['(?:some|any)thing turns', 'a result changes, fails, recovers'],
  ['(?<!e-)(?:e?mails?|e?mailed|e?mailing)(?! (?:server|agent)s?\\b)', 'e-mail'],
]

/** Names that sentences may hold: of the specification, and of other people's products. */
const names = /Email Providers|Amazon Simple Email Service|Zoho Mail/g

const folders = ['contract/src', 'server/src', 'web', 'client', 'cli', 'mcp', 'extension', 'e2e', 'bench', 'tools']
/** Documents about the words themselves. */
const exempt = new Set(['docs/translating.md'])

/** @param {string} text @param {Words} words @returns {{ word: string, index: number, instead: string }[]} */
const findWords = (text, words) =>
  words.flatMap(([pattern, instead]) =>
    [...text.matchAll(new RegExp(String.raw`\b${pattern}\b`, 'gi'))].map(({ 0: word, index }) => ({ word, index, instead })),
  )

/** @param {string} quoted */
const blank = (quoted) => quoted.replaceAll(/[^\n]/g, ' ')

/**
 * Listed words in the comments of a source, but not in the code that they quote; and comments that open with a clause instead of a sentence.
 * @param {string} path @param {string} text
 * @returns {Place[]}
 */
export function findDialect(path, text) {
  const { comments } = parseSync(path, text)
  const continued = continuedIn(text, comments)
  return comments.flatMap((comment) => {
    const plain = comment.value.replaceAll(/`[^`\n]*`/g, blank)
    return [...findWords(plain, inComments), ...(continued.has(comment) ? [] : findOpening(plain))].map(({ index, ...found }) => ({
      // Two letters begin a comment.
      line: lineOf(text, comment.start + 2 + index),
      ...found,
    }))
  })
}

/**
 * The same words in the titles of tests, and titles that open with a clause: a title is a rule, with a subject. Below a `describe` it goes on from that
 * one's title.
 * @param {string} path @param {string} text
 * @returns {Place[]}
 */
export const findInTitles = (path, text) =>
  testTitles(path, text).flatMap(({ title, index, isContinued }) =>
    [...findWords(title, [...inComments, ...inTitlesOnly]), ...(isContinued ? [] : findOpening(title, titleOpenings))].map(
      ({ word, instead }) => ({
        line: lineOf(text, index),
        word,
        instead,
      }),
    ),
  )

/** @param {string} comment @param {RegExp} pattern @returns {{ word: string, index: number, instead: string }[]} */
function findOpening(comment, pattern = openings) {
  const found = pattern.exec(comment)
  const word = found?.[1]
  return found === null || word === undefined
    ? []
    : [{ word, index: found[0].length - word.length, instead: 'the noun, such as “Facts for a decision”, or a verb' }]
}

/**
 * Line comments right below another one, whose sentence they continue.
 * @template {{ type: string, start: number, end: number }} Comment
 * @param {string} text @param {readonly Comment[]} comments
 * @returns {Set<Comment>}
 */
const continuedIn = (text, comments) =>
  new Set(
    comments.filter(({ type, start }, at) => {
      const before = comments[at - 1]
      return type === 'Line' && before?.type === 'Line' && /^\n\s*$/.test(text.slice(before.end, start))
    }),
  )

/**
 * The same in a document in Markdown, but not in code or in the address of a link.
 * @param {string} text
 * @returns {Place[]}
 */
export function findInDocument(text) {
  const plain = text.replaceAll(/^```.*?^```|`[^`\n]*`|\]\([^)\n]*\)/gms, blank)
  return findWords(plain, everywhere).map(({ index, ...found }) => ({ line: lineOf(text, index), ...found }))
}

/**
 * The same in the English of a catalogue in the PO format, which has every sentence of screens and e-mails, but not in those of the specification, nor
 * in the names of values.
 * @param {string} po
 * @returns {Place[]}
 */
export function findInSentences(po) {
  return sentencesOf(po).flatMap(({ sentence, index }) => {
    if (specifiedSentences.has(sentence)) return []
    const spoken = sentence.replaceAll(/\{\{[^}]*\}\}|\{\w+\}/g, blank).replaceAll(names, blank)
    return findWords(spoken, inSentences).map(({ word, instead }) => ({ line: lineOf(po, index), word, instead }))
  })
}

/** Sentences of the specification that are exempt, but no longer said. @param {string} po */
export function findUnsaid(po) {
  const said = new Set(sentencesOf(po).map(({ sentence }) => sentence))
  return [...specifiedSentences].filter((sentence) => !said.has(sentence))
}

/** @param {string} po */
const sentencesOf = (po) =>
  [...po.matchAll(/^msgid ((?:"(?:[^"\\]|\\.)*"\n)+)/gm)].map(({ 1: lines = '', index }) => ({
    sentence: lines.replaceAll(/^"|"\n/gm, ''),
    index,
  }))

/** @param {string} name */
const isTest = (name) => /\.(?:test|spec|faults)\.tsx?$/.test(name)

async function main() {
  const sources = (await Promise.all(folders.map(sourcesBelow))).flat().filter((name) => !name.endsWith('.generated.ts'))
  const texts = documents.filter((name) => !exempt.has(name))
  if (sources.length === 0 || texts.length === 0) throw new Error('There is nothing to check.')
  /** @type {(names: string[], find: (text: string, name: string) => Place[]) => Promise<(Place & { name: string })[]>} */
  const findIn = async (names, find) =>
    (
      await Promise.all(names.map(async (name) => find(await readFile(root + name, 'utf8'), name).map((place) => ({ name, ...place }))))
    ).flat()
  const found = [
    ...(await findIn(sources, (text, name) => [
      ...findDialect(name, text),
      ...findInIdentifiers(name, text),
      ...(isTest(name) ? findInTitles(name, text) : []),
    ])),
    ...(await findIn(texts, findInDocument)),
    ...(await findIn(['locales/en.po'], findInSentences)),
  ]
  const unsaid = findUnsaid(await readFile(`${root}locales/en.po`, 'utf8'))
  for (const { name, line, word, instead } of found) console.error(`${name}:${line} says “${word}”. Say ${instead}.`)
  for (const sentence of unsaid) console.error(`tools/specified-sentences.mjs: nothing says “${sentence}” any more.`)
  if (found.length + unsaid.length > 0) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
