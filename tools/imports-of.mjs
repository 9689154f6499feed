import { posix } from 'node:path'

/**
 * An import and its place. `to` is a path in the repository or a package's name.
 * @typedef {{ from: string, to: string, type: boolean, names: string }} Import
 */

const statement =
  /^(?:import|export)\s+(type\s)?([^'";]*?)\s*from\s*['"]([^'"]+)['"]|^import\s*()()['"]([^'"]+)['"]|\bimport\(\s*()()['"]([^'"]+)['"]/gm

/** @param {string} from @param {string} text @returns {Import[]} */
export function importsOf(from, text) {
  return [...text.matchAll(statement)].map((match) => {
    const specifier = match[3] ?? match[6] ?? match[9] ?? ''
    return { from, to: resolve(from, specifier), type: match[1] !== undefined, names: match[2] ?? '' }
  })
}

/** @param {string} from @param {string} specifier */
function resolve(from, specifier) {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier))
  return specifier.replace(/^@twofold\/(contract|server|web|e2e|bench|client|cli)(?=\/|$)/, '$1/src')
}
