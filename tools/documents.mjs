/* Names in the documents, for the tests that compare them with the repository. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Output of builds, tests and installations; the rest is written by hand. */
const written = new Set(['node_modules', '.git', '.cache', 'data', 'dist', 'results', 'screenshots'])

/** @param {string} path in the repository */
export const read = (path) => readFileSync(root + path, 'utf8')

/** Every file and folder of the repository; folders end with a slash. @param {string} [folder] @returns {string[]} */
export function listPaths(folder = '') {
  return readdirSync(root + folder, { withFileTypes: true })
    .filter(({ name }) => !written.has(name))
    .flatMap((entry) =>
      entry.isDirectory() ? [`${folder}${entry.name}/`, ...listPaths(`${folder}${entry.name}/`)] : [folder + entry.name],
    )
}

/** Folders directly below one, by name. @param {string} folder */
export const listFolders = (folder) =>
  readdirSync(root + folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** Documents for people, by path in the repository. */
export const documents = listPaths().filter((path) => path.endsWith('.md'))

/** @param {string} text */
const withoutBlocks = (text) => text.replaceAll(/^ *```.*?^ *```$/gms, '')

/** Each text in backticks outside of blocks. @param {string} path @returns {{ path: string, name: string }[]} */
export const namesIn = (path) => [...withoutBlocks(read(path)).matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => ({ path, name }))

/** Targets of links within the repository, as paths and anchors. @param {string} path */
export function linksIn(path) {
  const text = withoutBlocks(read(path))
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(([, link, source]) => link ?? source ?? '')
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const url = new URL(target, `file:///${path}`)
      return { target, file: url.pathname.slice(1), anchor: url.hash.slice(1) }
    })
}

/** The anchors of a document's headings, as GitHub and Forgejo make them. @param {string} path */
export const anchorsIn = (path) =>
  [...withoutBlocks(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** The cells of each row of the tables in a text, without the rows of headings. @param {string} text */
export const rowsIn = (text) =>
  text
    .split('\n')
    .filter((line, index, lines) => line.startsWith('|') && !line.startsWith('| -') && !lines[index + 1]?.startsWith('| -'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )

/** The part of a document below a heading. @param {string} path @param {string} heading */
export function sectionOf(path, heading) {
  const [, section] = read(path).split(new RegExp(`^## ${heading}$`, 'm'))
  if (section === undefined) throw new Error(`${path} has no part named ${heading}.`)
  return section.split(/^## /m)[0] ?? ''
}
