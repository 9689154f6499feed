import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { parseSync } from 'oxc-parser'
import { root } from '../process.mjs'
import { sourcesBelow } from '../sources.mjs'

interface Edit {
  start: number
  end: number
  text: string
}

/** Writes the codes of each call, by its name, into `endpoint('…', { … errors: [ … ] })` of the contract. */
export async function writeErrors(wanted: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const changed: string[] = []
  for (const path of await sourcesBelow('contract/src')) {
    const text = await readFile(root + path, 'utf8')
    const edits = editsOf(path, text, wanted)
    if (edits.length === 0) continue
    let written = text
    for (const { start, end, text: by } of edits.toReversed()) written = written.slice(0, start) + by + written.slice(end)
    await writeFile(root + path, written)
    changed.push(path)
  }
  if (changed.length > 0) execFileSync('npx', ['oxfmt', ...changed], { cwd: root, stdio: 'inherit' })
}

function editsOf(path: string, text: string, wanted: ReadonlyMap<string, readonly string[]>): Edit[] {
  return parseSync(path, text).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
    return statement.declaration.declarations.flatMap(({ id, init }): Edit[] => {
      const codes = id.type === 'Identifier' ? wanted.get(id.name) : undefined
      if (codes === undefined || init?.type !== 'CallExpression') return []
      const [, description] = init.arguments
      if (description?.type !== 'ObjectExpression') return []
      const property = (name: string) =>
        description.properties.find((one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === name)
      const written = codes.length === 0 ? '' : `errors: [${codes.map((code) => `'${code}'`).join(', ')}],`
      const old = property('errors')
      if (old !== undefined) return [{ start: old.start, end: text[old.end] === ',' ? old.end + 1 : old.end, text: written }]
      // Before a property that is there: whether the last one has a comma behind it is nobody's business here.
      const { start } = property('response') ?? description.properties.at(-1) ?? { start: description.end - 1 }
      return [{ start, end: start, text: `${written}\n` }]
    })
  })
}
