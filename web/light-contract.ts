import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ESTree, parseSync, type Plugin } from 'vite'

const contractFile = /[\\/]contract[\\/]src[\\/][^?]+(?<!\.test)\.ts$/
const webFile = /[\\/]web[\\/]src[\\/][^?]+\.tsx?(\?|$)/
const contract = '@twofold/contract/'
const light = '?light'

/**
 * Keeps schemas that the browser does not use out of its scripts. A file of the contract becomes two modules: `…?light` has its endpoints, a method
 * and a path each, and its constants; the file itself has the rest, without unused parts. So zod is only in the scripts of forms, which import the
 * schema of their body by name. See docs/decisions/0097.
 */
export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@twofold\/contract\/.+\?light$/ },
      handler: (id) => `${fileOf(id.slice(0, -light.length))}${light}`,
    },
    load: {
      filter: { id: /\?light$/ },
      async handler(id) {
        const file = id.slice(0, -light.length)
        this.addWatchFile(file)
        return [...(await lightPartsOf(file))].map(([name, value]) => `export const ${name} = ${value}`).join('\n')
      },
    },
    transform: {
      filter: { id: [contractFile, webFile] },
      async handler(code, id) {
        if (!contractFile.test(id) && !code.includes(contract)) return null
        const { body } = parse(id, code)
        if (contractFile.test(id)) return { code: replaced(code, body.flatMap(unlessUsed)), map: null }
        const lost = lostPart(code, body)
        if (lost)
          this.error(`${lost}: the browser has no such part of an endpoint. Give the schema a name in the contract, and import that.`)
        return { code: replaced(code, (await Promise.all(body.map(fromLight))).flat()), map: null }
      },
    },
  }
}

const fileOf = (specifier: string) => join(import.meta.dirname, '..', 'contract', 'src', `${specifier.slice(contract.length)}.ts`)

type Statement = ESTree.Program['body'][number]

function parse(id: string, code: string) {
  return parseSync(id, code, { lang: /\.tsx(\?|$)/.test(id) ? 'tsx' : 'ts' }).program
}

interface Edit {
  start: number
  end: number
  text: string
}

function replaced(code: string, edits: Edit[]): string {
  let text = code
  // From the end, so that earlier positions stay valid.
  for (const { start, end, text: by } of [...edits].sort((a, b) => b.start - a.start)) text = text.slice(0, start) + by + text.slice(end)
  return text
}

function declarations(statement: Statement): ESTree.VariableDeclarator[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  return declared?.type === 'VariableDeclaration' ? declared.declarations : []
}

/** The bundler cannot tell that a chain of calls has no side effects, and would keep it even if unused. */
function unlessUsed(statement: Statement): Edit[] {
  return declarations(statement).flatMap(({ init }) => {
    if (!init || !['CallExpression', 'ObjectExpression', 'TSAsExpression', 'TSSatisfiesExpression'].includes(init.type)) return []
    return [
      { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
      { start: init.end, end: init.end, text: '))()' },
    ]
  })
}

/** Name of each endpoint and constant of a file of the contract → its code for the browser. */
async function lightPartsOf(file: string): Promise<Map<string, string>> {
  const code = await readFile(file, 'utf8')
  const found = parse(file, code)
    .body.flatMap(declarations)
    .flatMap(({ id, init }) => {
      const value = init && (isConstant(init) ? init : placeOf(init))
      return id.type === 'Identifier' && value
        ? [[id.name, typeof value === 'string' ? value : code.slice(value.start, value.end)] as const]
        : []
    })
  return new Map(found)
}

/** All that `lib/call.ts` reads of an endpoint: its method and path, as code; undefined for anything else. */
function placeOf(value: ESTree.Expression): string | undefined {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier' || value.callee.name !== 'endpoint') return undefined
  const [place] = value.arguments
  if (place?.type !== 'Literal') throw new Error('An endpoint is written with its method and path.')
  const [method, path] = String(place.value).split(' ')
  return JSON.stringify({ method, path })
}

/** Whether a value refers to nothing else. */
function isConstant(value: ESTree.Expression | ESTree.ArrayExpressionElement): boolean {
  if (value?.type === 'TSAsExpression') return isConstant(value.expression)
  if (value?.type === 'ArrayExpression') return value.elements.every(isConstant)
  return value?.type === 'Literal'
}

/** Splits an import of a file of the contract between its two modules. */
async function fromLight(statement: Statement): Promise<Edit[]> {
  if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type' || !statement.source.value.startsWith(contract)) return []
  const known = await lightPartsOf(fileOf(statement.source.value))
  const named = statement.specifiers.filter((specifier) => specifier.type === 'ImportSpecifier' && specifier.importKind !== 'type')
  const names = named.map(({ local }) => local.name)
  const from = (source: string, wanted: string[]) => (wanted.length === 0 ? '' : `import { ${wanted.join(', ')} } from '${source}';`)
  const text =
    from(
      statement.source.value + light,
      names.filter((name) => known.has(name)),
    ) +
    from(
      statement.source.value,
      names.filter((name) => !known.has(name)),
    )
  return [{ start: statement.start, end: statement.end, text }]
}

/** The first use of a part that an endpoint no longer has, such as `signIn.body`. */
function lostPart(code: string, body: Statement[]): string | undefined {
  const names = body.flatMap((statement) =>
    statement.type === 'ImportDeclaration' && statement.source.value.startsWith(contract)
      ? statement.specifiers.map(({ local }) => local.name)
      : [],
  )
  if (names.length === 0) return undefined
  const ofOne = new RegExp(`(?<![.\\w])(${names.join('|')})\\.(body|query|params|response|status|idempotent)\\b`).exec(code)
  // For one that is chosen at run time.
  return (
    ofOne ??
    /\)\.(body|query|params|response)\b/.exec(code) ??
    /\.(body|query|params|response)\.(safeParse|parse|shape)\b/.exec(code)
  )?.[0]
}
