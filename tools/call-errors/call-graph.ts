import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Checker, type NodeHandle, type Project, SignatureKind, type Symbol, type Type } from 'typescript/unstable/sync'
import { argumentsOf, isFunction, isNamed, isPartOf, isPlain, isTable, nameOf, valueOf } from './syntax.ts'

/** A function, or a value that a name or a property stands for. */
export interface Unit {
  name: string
  /** Units that it calls, passes on or refers to. */
  refers: Set<Unit>
  /** Codes that it fails with itself. */
  codes: Set<string>
}

export interface RouteUse {
  handler: Unit
  /** Properties of the route's options with a literal type, and `true` for the others. */
  options: Map<string, unknown>
}

export interface CallGraph {
  units: Map<Node, Unit>
  /** By the name that the contract exports the call under. */
  routes: Map<string, RouteUse>
}

interface Reading {
  checker: Checker
  graph: CallGraph
  callable: Map<number, boolean>
}

/** Functions that make an error of the catalogue: their first argument is its code. */
const makers = new Set(['fail', 'failField'])

/** In this file the refusals of `require` and `lock` depend on the requested level. */
const accessFile = 'keys/access.service.ts'
const refusals = new Map([
  ["'view'", []],
  ["'admin'", ['keys.view_only']],
  ["'owner'", ['keys.owner_only']],
])
const anyRefusal = ['keys.view_only', 'keys.owner_only']

/**
 * References between units of the server, and the error codes of each function. A method that an interface declares leads to every object literal
 * that is checked against the interface.
 */
export async function readCallGraph(folder: string): Promise<CallGraph> {
  const api = new API({ cwd: folder })
  try {
    const [project] = api.updateSnapshot({ openProject: join(folder, 'tsconfig.json') }).getProjects()
    if (project === undefined) throw new Error(`There is no TypeScript project in ${folder}.`)
    return await readProject(project, join(folder, 'src'))
  } finally {
    api.close()
  }
}

const isProduct = (file: string) =>
  file.endsWith('.ts') && !/\.(test|faults|generated|d)\.ts$/.test(file) && !/(^|\/)(testing|demo)\//.test(file)

async function readProject(project: Project, folder: string): Promise<CallGraph> {
  const reading: Reading = { checker: project.checker, graph: { units: new Map(), routes: new Map() }, callable: new Map() }
  for (const path of (await readdir(folder, { recursive: true })).filter(isProduct)) {
    const file = project.program.getSourceFile(join(folder, path))
    if (file !== undefined) readFile(reading, file, path)
  }
  return reading.graph
}

function unitAt({ graph }: Reading, node: Node, name: string): Unit {
  const unit = graph.units.get(node) ?? { name, refers: new Set(), codes: new Set() }
  graph.units.set(node, unit)
  return unit
}

function readFile(reading: Reading, file: SourceFile, path: string): void {
  const { checker } = reading
  const mentions: { node: Node; within: Unit }[] = []
  const made: { code: Node; within: Unit }[] = []
  const wantedTypes = new Map<Node, Type | undefined>()

  const visit = (node: Node, within: Unit): void => {
    let unit = within
    if (isNamed(node)) {
      unit = unitAt(reading, node, `${path} ${nameOf(node, file)}`)
      unit.name = `${path} ${nameOf(node, file)}`
      if (isPartOf(node)) within.refers.add(unit)
      if (node.kind === SyntaxKind.ShorthandPropertyAssignment) refer(reading, unit, checker.getShorthandAssignmentValueSymbol(node), unit)
      if (node.parent.kind === SyntaxKind.ObjectLiteralExpression) linkToInterface(node, unit)
    } else if (node.kind === SyntaxKind.CallExpression && visitCall(node, within)) return
    else if (node.kind === SyntaxKind.Identifier) mentions.push({ node, within })
    node.forEachChild((child) => visit(child, unit))
  }

  /** True where its parts have been visited. */
  const visitCall = (node: Node, within: Unit): boolean => {
    const { callee, given } = argumentsOf(node, file)
    const [first, second, third, fourth] = given
    // `fail('x').message` is no failure.
    if (makers.has(callee) && first !== undefined && node.parent.kind !== SyntaxKind.PropertyAccessExpression)
      made.push({ code: first, within })
    if (/\baccess\.(require|lock)$/.test(callee) && fourth !== undefined)
      for (const code of refusals.get(fourth.getText(file)) ?? anyRefusal) within.codes.add(code)
    if (callee !== 'route' || second === undefined || third === undefined) return false
    const handler = unitAt(reading, node, `${path} ${second.getText(file)}`)
    for (const part of given.slice(2)) visit(part, handler)
    // Options that are written elsewhere, such as `byUser.write`.
    const options = optionsOf(checker, third)
    for (const name of callsOf(checker, second, file)) reading.graph.routes.set(name, { handler, options })
    return true
  }

  /** The member of the interface that an object literal has to be, according to its place, leads to this one. */
  const linkToInterface = (node: Node, unit: Unit) => {
    if (isPlain(valueOf(node))) return
    if (!wantedTypes.has(node.parent)) wantedTypes.set(node.parent, checker.getContextualType(node.parent as never))
    const type = wantedTypes.get(node.parent)
    const wanted = type === undefined ? undefined : checker.getPropertyOfType(type, nameOf(node, file))
    if (wanted === undefined) return
    const isMethod = node.kind === SyntaxKind.MethodDeclaration || isFunction(valueOf(node))
    if (!isMethod && !isCallable(reading, wanted)) return
    for (const declaration of declarationsOf(wanted))
      if (declaration !== node) unitAt(reading, declaration, `interface ${nameOf(node, file)}`).refers.add(unit)
  }

  visit(file, unitAt(reading, file, path))

  const symbols = mentions.length === 0 ? [] : checker.getSymbolAtLocation(mentions.map(({ node }) => node))
  for (const [index, { within }] of mentions.entries()) refer(reading, within, symbols[index])
  const types = made.length === 0 ? [] : checker.getTypeAtLocation(made.map(({ code }) => code))
  for (const [index, { within }] of made.entries()) {
    for (const code of literalsOf(types[index])) if (path !== accessFile || !anyRefusal.includes(code)) within.codes.add(code)
  }
}

const alwaysCallable = new Set<SyntaxKind>([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.MethodSignature,
  SyntaxKind.ClassDeclaration,
])

function refer(reading: Reading, within: Unit, symbol: Symbol | undefined, self?: Unit): void {
  const meant = unaliased(reading.checker, symbol)
  if (meant === undefined) return
  for (const declaration of declarationsOf(meant)) {
    if (!alwaysCallable.has(declaration.kind) && !isTable(declaration) && !isCallable(reading, meant)) continue
    const target = unitAt(reading, declaration, meant.name)
    if (target !== (self ?? within)) within.refers.add(target)
    if (declaration.kind === SyntaxKind.BindingElement) linkToMember(reading, declaration, target)
  }
}

/** A function that a pattern takes out of an object leads to the member of its name. */
function linkToMember(reading: Reading, taken: Node, unit: Unit): void {
  const type = reading.checker.getTypeAtLocation(taken.parent)
  const member = type === undefined ? undefined : reading.checker.getPropertyOfType(type, unit.name)
  for (const declaration of declarationsOf(member)) if (declaration !== taken) unit.refers.add(unitAt(reading, declaration, unit.name))
}

function isCallable({ checker, callable }: Reading, symbol: Symbol): boolean {
  const known = callable.get(symbol.id)
  if (known !== undefined) return known
  const type = typeOf(checker, symbol)
  const found = type !== undefined && checker.getSignaturesOfType(type, SignatureKind.Call).length > 0
  callable.set(symbol.id, found)
  return found
}

/** The compiler's interface of 7.0 breaks on tuples, which nobody calls. */
function typeOf(checker: Checker, symbol: Symbol): Type | undefined {
  try {
    return checker.getTypeOfSymbol(symbol)
  } catch {
    return undefined
  }
}

/** The calls in `route(app, call, …)`: one, or those of the list that a loop iterates. */
function callsOf(checker: Checker, call: Node, file: SourceFile): string[] {
  const [declaration] = declarationsOf(checker.getSymbolAtLocation(call))
  const loop = declaration?.parent.parent
  if (loop?.kind !== SyntaxKind.ForOfStatement) return [call.getText(file)]
  const list = (loop as Node & { expression: Node & { elements?: readonly Node[] } }).expression
  return (list.elements ?? []).map((element) => element.getText(file))
}

function optionsOf(checker: Checker, node: Node): Map<string, unknown> {
  const type = checker.getTypeAtLocation(node)
  const options = new Map<string, unknown>()
  for (const property of type === undefined ? [] : checker.getPropertiesOfType(type)) {
    const found = typeOf(checker, property)
    options.set(property.name, found !== undefined && 'value' in found ? (found.value ?? true) : true)
  }
  return options
}

function unaliased(checker: Checker, symbol: Symbol | undefined): Symbol | undefined {
  const declared = symbol?.declarations[0]?.kind
  return symbol !== undefined && (declared === SyntaxKind.ImportSpecifier || declared === SyntaxKind.ExportSpecifier)
    ? checker.getAliasedSymbol(symbol)
    : symbol
}

const declarationsOf = (symbol: Symbol | undefined): Node[] =>
  (symbol?.declarations ?? []).flatMap((handle: NodeHandle) => {
    const node = handle.path.includes('/server/src/') ? handle.resolve() : undefined
    return node === undefined ? [] : [node]
  })

function literalsOf(type: Type | undefined): string[] {
  if (type === undefined) return []
  if ('value' in type && typeof type.value === 'string') return [type.value]
  return 'getTypes' in type ? ((type as { getTypes(): readonly Type[] | undefined }).getTypes() ?? []).flatMap(literalsOf) : []
}

/** The codes that something fails with, itself or through what it refers to; each with the way to it. */
export function reachableCodes(from: Unit): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const seen = new Set<Unit>([from])
  let ways: { unit: Unit; way: string[] }[] = [{ unit: from, way: [from.name] }]
  while (ways.length > 0) {
    const next: typeof ways = []
    for (const { unit, way } of ways) {
      for (const code of unit.codes) if (!found.has(code)) found.set(code, way)
      for (const one of unit.refers) {
        if (seen.has(one)) continue
        seen.add(one)
        next.push({ unit: one, way: [...way, one.name] })
      }
    }
    ways = next
  }
  return found
}
