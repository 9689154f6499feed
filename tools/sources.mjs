import { readdir } from 'node:fs/promises'
import { root } from './process.mjs'

/**
 * All sources in a folder, as paths from the root on, with slashes.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function sourcesBelow(folder) {
  const entries = await readdir(root + folder, { withFileTypes: true })
  const nested = entries.map(async (entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : await sourcesBelow(path)
    return /\.(tsx?|mjs)$/.test(entry.name) ? [path] : []
  })
  return (await Promise.all(nested)).flat()
}
