import { posix } from 'node:path'
import { importsOf } from './imports-of.mjs'

/** Tests and what only they use may reach anywhere; generated files are not ours. @param {string} path */
const isExempt = (path) => /\.(test|faults|generated)\.tsx?$|\/testing\//.test(path)

/**
 * Folders that use each other in a circle, types included, as lines to print. A folder and one inside it are two: what is put together from parts
 * stands beside them, not around them.
 * @param {Iterable<[path: string, text: string]>} files paths from the root on, with slashes
 */
export function findCycles(files) {
  const uses = foldersUsed(files)
  return [...uses.keys()].flatMap((folder) => {
    const way = wayBack(folder, uses)
    // Said once, by the first of the circle.
    if (way === undefined || way.some((one) => one < folder)) return []
    return [`${[...way, folder].join(' → ')}: folders do not use each other in a circle`]
  })
}

/** Folder → folders that its files import from. @param {Iterable<[path: string, text: string]>} files */
function foldersUsed(files) {
  /** @type {Map<string, Set<string>>} */
  const uses = new Map()
  for (const [path, text] of files) {
    if (isExempt(path)) continue
    const here = posix.dirname(path)
    const used = uses.get(here) ?? new Set()
    uses.set(here, used)
    for (const { to } of importsOf(path, text)) if (to.includes('/src/') && posix.dirname(to) !== here) used.add(posix.dirname(to))
  }
  return uses
}

/**
 * The shortest way from a folder over others to itself, without its end.
 * @param {string} start @param {Map<string, Set<string>>} uses
 */
function wayBack(start, uses) {
  const seen = new Set()
  let ways = [[start]]
  while (ways.length > 0) {
    /** @type {string[][]} */
    const longer = []
    for (const way of ways) {
      for (const next of uses.get(way.at(-1) ?? '') ?? []) {
        if (next === start) return way
        if (!seen.has(next)) longer.push([...way, next])
        seen.add(next)
      }
    }
    ways = longer
  }
  return undefined
}
