import { join } from 'node:path'
import { isTaggedTemplateExpression, isTemplateExpression, type Node, type TypeNode } from 'typescript/unstable/ast'
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import { type Kind, textOf } from './notes.ts'

/** Declared row type of a statement: the kinds of values per column. An optional column may be missing. */
export interface DeclaredRow {
  /** File and line of the statement. */
  place: string
  columns: Record<string, { kinds: Kind[]; isOptional: boolean }>
}

const server = join(import.meta.dirname, '../../..')
const isProduct = (path: string) => path.startsWith(join(server, 'src/')) && !/\.(test|faults)\.ts$|\/(testing|demo)\//.test(path)

/** The row type of every `sql<Row>` in the product, as the compiler sees it, by the text of its statement. */
export function readDeclaredRows(): Map<string, DeclaredRow> {
  const api = new API({ cwd: server })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(server, 'tsconfig.json')] })
    const [project] = snapshot.getProjects()
    if (project === undefined) throw new Error('The compiler opened no project.')
    const rows = new Map<string, DeclaredRow>()
    for (const path of project.program.getSourceFileNames().filter(isProduct)) {
      const file = project.program.getSourceFile(path)
      if (file === undefined || !file.text.includes('sql<')) continue
      for (const { fragments, type, start } of findStatements(file)) {
        const place = `${path.slice(server.length + 1)}:${file.text.slice(0, start).split('\n').length}`
        const row = rowOf(project.checker, project.checker.getTypeFromTypeNode(type))
        if (row === undefined) continue
        const key = textOf(fragments)
        const same = rows.get(key)
        if (same !== undefined && JSON.stringify(same.columns) !== JSON.stringify(row))
          throw new Error(
            `${place} has the text of ${same.place}, but other rows: tests cannot tell them apart. Name the row where the text is.`,
          )
        rows.set(key, { place, columns: row })
      }
    }
    return rows
  } finally {
    api.close()
  }
}

function findStatements(file: Node): { fragments: string[]; type: TypeNode; start: number }[] {
  const found: { fragments: string[]; type: TypeNode; start: number }[] = []
  const visit = (node: Node): void => {
    if (isTaggedTemplateExpression(node) && node.tag.getText() === 'sql' && node.typeArguments?.[0] !== undefined) {
      const { template } = node
      const fragments = isTemplateExpression(template)
        ? [template.head.text, ...template.templateSpans.map((span) => span.literal.text)]
        : [template.text]
      found.push({ fragments, type: node.typeArguments[0], start: node.getStart() })
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** Undefined: a value, not a row. */
function rowOf(checker: Checker, type: Type | undefined): DeclaredRow['columns'] | undefined {
  if (type === undefined) return undefined
  const parts = type.isUnionType() ? type.getTypes() : [type]
  if (!parts.every((part) => kindOf(checker, part) === 'json')) return undefined
  const rows = parts.map((part) => columnsOf(checker, part))
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted()
  return Object.fromEntries(
    names.map((name) => {
      const columns = rows.map((row) => row[name] ?? { kinds: ['null' as const], isOptional: false })
      const kinds = [...new Set(columns.flatMap((column) => column.kinds))].toSorted()
      return [name, { kinds, isOptional: columns.every(({ isOptional }) => isOptional) }]
    }),
  )
}

function columnsOf(checker: Checker, type: Type): DeclaredRow['columns'] {
  const properties = checker.getPropertiesOfType(type)
  const types = checker.getTypeOfSymbol(properties)
  return Object.fromEntries(
    properties.map(({ name }, index) => {
      const own = types[index]
      const parts = own === undefined ? [] : own.isUnionType() ? own.getTypes() : [own]
      const kinds = parts.map((part) => kindOf(checker, part))
      return [name, { kinds: kinds.filter((kind) => kind !== 'undefined'), isOptional: kinds.includes('undefined') }]
    }),
  )
}

function kindOf(checker: Checker, type: Type): Kind | 'undefined' {
  const { flags } = type
  if (flags & TypeFlags.Undefined) return 'undefined'
  if (flags & TypeFlags.Null) return 'null'
  if (flags & TypeFlags.StringLike) return 'string'
  if (flags & TypeFlags.NumberLike) return 'number'
  if (flags & TypeFlags.BooleanLike) return 'boolean'
  if (flags & (TypeFlags.Object | TypeFlags.Intersection)) {
    const name = type.getSymbol()?.name
    if (name === 'Date') return 'Date'
    if (name === 'Buffer' || name === 'Uint8Array') return 'bytes'
    return checker.isArrayLikeType(type) ? 'array' : 'json'
  }
  return 'anything'
}
