import { parseSync } from 'oxc-parser'
import { lineOf } from './line-of.mjs'

/** Words that names in sources do without, and what says it instead. */
const words = /** @type {const} */ ([
  [/^(?:tells?|telling|told)$/, 'notify, notice, report'],
  [/^mine$/, 'claimed, own'],
  [/^portions?$/, 'batch, batchSize'],
  [/^(?:patience|patient)$/, 'timeoutMs, or another name with its unit'],
  [/^lookup$/, 'reader, findX'],
  [/^heed(?:s|ed|ing)?$/, 'observe, accept'],
  [/^whom$/, 'target'],
  [/^rooms$/, 'quota'],
])

/** Fields of the API and columns that are called so, and where. */
const fields = new Map([
  ['whom', /audit|\/leavers\/.*\.test\.ts$/i],
  ['told', /^contract\/src\/keys\.ts$|\/keys\/rotation\./],
  ['telling', /^server\/src\/reviews\//],
])

/** The words of a name; `lookUp` is one, and unlike `lookup` it is a verb. @param {string} name */
const wordsOf = (name) =>
  name
    .replaceAll(/lookUp|LookUp/g, 'Look·up')
    .split(/(?<=[a-z\d])(?=[A-Z])/)
    .filter((word) => !/^lookup$/i.test(word))
    .map((word) => word.replace('·', '').toLowerCase())

/**
 * Listed words in the identifiers of a source, where camel case parts them. Names with underscores are those of columns and fields.
 * @param {string} path @param {string} text
 * @returns {{ line: number, word: string, instead: string }[]}
 */
export function findInIdentifiers(path, text) {
  // Few sources have such a word at all, and to look through every node takes time.
  if (!/tell|told|mine|portion|patien|lookUp|heed|whom|rooms/i.test(text)) return []
  // A shorthand property is key and value at one place.
  const byPlace = new Map(identifiersOf(parseSync(path, text).program).map((identifier) => [identifier.start, identifier]))
  return [...byPlace.values()].flatMap(({ name, start }) => {
    if (name.includes('_') || fields.get(name)?.test(path) === true) return []
    const found = words.find(([listed]) => wordsOf(name).some((word) => listed.test(word)))
    return found === undefined ? [] : [{ line: lineOf(text, start), word: name, instead: found[1] }]
  })
}

/** @param {unknown} node @returns {{ name: string, start: number }[]} */
function identifiersOf(node) {
  if (Array.isArray(node)) return node.flatMap(identifiersOf)
  if (typeof node !== 'object' || node === null) return []
  const nested = Object.values(node).flatMap(identifiersOf)
  return isIdentifier(node) ? [node, ...nested] : nested
}

/** @param {object} node @returns {node is { name: string, start: number }} */
const isIdentifier = (node) =>
  'type' in node && (node.type === 'Identifier' || node.type === 'JSXIdentifier' || node.type === 'PrivateIdentifier')
