import { posix } from 'node:path'
import { importsOf } from './imports-of.mjs'

/** Tests and what only they use may reach anywhere; generated files are not ours. @param {string} path */
const isExempt = (path) => /\.(test|faults|generated)\.tsx?$|\/testing\//.test(path)

/** Circles that are still there. Each must still be one. */
const excepted = ['web/src/transfer → web/src/transfer/formats → web/src/transfer']

/**
 * Folders that use each other in a circle, types included, as lines to print. A folder and one inside it are two: what is put together from parts
 * stands beside them, not around them.
 * @param {Iterable<[path: string, text: string]>} files paths from the root on, with slashes
 * @param {readonly string[]} allowed
 */
export function findCycles(files, allowed = excepted) {
  const uses = foldersUsed(files)
  const circles = [...uses.keys()].flatMap((folder) => {
    const way = wayBack(folder, uses)
    // Said once, by the first of the circle.
    return way === undefined || way.some((one) => one < folder) ? [] : [[...way, folder].join(' → ')]
  })
  return [
    ...circles.filter((circle) => !allowed.includes(circle)).map((circle) => `${circle}: folders do not use each other in a circle`),
    ...allowed
      .filter((circle) => !circles.includes(circle))
      .map((circle) => `${circle} is no circle any more: take it out of the exceptions`),
  ]
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
