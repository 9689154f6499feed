import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/*
 * Has stacks name the sources where code comes from a bundle in `folder`. In place of Node.js's own support, which reads every map at the start
 * and keeps it, 5 MB: here a map is read when a stack is first asked for that goes through its file.
 */

/** @param {URL} folder of the bundle, with a slash at its end */
export function mapStacksOf(folder) {
  /** @type {Map<string, SourceMap | undefined>} */
  const maps = new Map()

  /** @param {string} file @returns {SourceMap | undefined} */
  function mapOf(file) {
    if (!maps.has(file)) maps.set(file, readMap(file))
    return maps.get(file)
  }

  /** @param {NodeJS.CallSite} frame */
  function describe(frame) {
    /** @type {{ toString(): string }} */
    const printable = frame
    const text = printable.toString()
    const file = frame.getScriptNameOrSourceURL()
    if (!file?.startsWith(folder.href)) return text
    const place = mapOf(file)?.findOrigin(frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0)
    if (place === undefined || !('fileName' in place)) return text
    return text.replace(/\(?file:[^)]*\)?$/, `(${place.fileName}:${place.lineNumber}:${place.columnNumber})`)
  }

  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${describe(frame)}`)].join('\n')
}

/** @param {string} file */
function readMap(file) {
  try {
    const map = JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8'))
    return new SourceMap({ ...map, sources: map.sources.map((/** @type {string} */ source) => new URL(source, file).href) })
  } catch {
    return undefined // libraries have none
  }
}
