import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'

type Parts = Node & { name?: Node; initializer?: Node; expression?: Node; arguments?: readonly Node[] }

export const nameOf = (node: Node, file: SourceFile): string => (node as Parts).name?.getText(file) ?? ''

/** Initializer of a variable or property. */
export const valueOf = (node: Node): Node | undefined => (node as Parts).initializer

export function argumentsOf(call: Node, file: SourceFile): { callee: string; given: readonly Node[] } {
  const { expression, arguments: given = [] } = call as Parts
  return { callee: expression?.getText(file) ?? '', given }
}

export const isFunction = (node: Node | undefined) =>
  node?.kind === SyntaxKind.ArrowFunction || node?.kind === SyntaxKind.FunctionExpression

const named = new Set<SyntaxKind>([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.VariableDeclaration,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.ShorthandPropertyAssignment,
])

/** Declares a name that can be referred to. What a pattern takes apart belongs to the function around it. */
export function isNamed(node: Node): boolean {
  const name = (node as Parts).name?.kind
  return named.has(node.kind) && name !== SyntaxKind.ObjectBindingPattern && name !== SyntaxKind.ArrayBindingPattern
}

const plain = new Set<SyntaxKind>([
  SyntaxKind.StringLiteral,
  SyntaxKind.NumericLiteral,
  SyntaxKind.TemplateExpression,
  SyntaxKind.TrueKeyword,
  SyntaxKind.FalseKeyword,
  SyntaxKind.NullKeyword,
  SyntaxKind.ArrayLiteralExpression,
])

/** A value that is no function. */
export const isPlain = (node: Node | undefined) => node !== undefined && plain.has(node.kind)

/** Parents of an object literal that a function creates: its methods are called later, or never. */
const makesObject = new Set<SyntaxKind>([
  SyntaxKind.ReturnStatement,
  SyntaxKind.ArrowFunction,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.SourceFile,
])

/** Whether a function that gets here does it: not where it only defines or returns another. */
export function isPartOf(node: Node): boolean {
  if (node.kind === SyntaxKind.FunctionDeclaration) return false
  if (node.kind === SyntaxKind.VariableDeclaration) return !isFunction(valueOf(node))
  if (node.kind !== SyntaxKind.MethodDeclaration && !isFunction(valueOf(node))) return true
  let around = node.parent.parent
  while (around.kind === SyntaxKind.ParenthesizedExpression) around = around.parent
  return !makesObject.has(around.kind)
}

const tables = new Set<SyntaxKind>([SyntaxKind.ObjectLiteralExpression, SyntaxKind.ArrayLiteralExpression, SyntaxKind.NewExpression])

/** A constant that functions may be looked up in. */
export function isTable(node: Node): boolean {
  if (node.kind !== SyntaxKind.VariableDeclaration) return false
  let value = valueOf(node)
  while (value?.kind === SyntaxKind.SatisfiesExpression || value?.kind === SyntaxKind.AsExpression) value = (value as Parts).expression
  return value !== undefined && tables.has(value.kind)
}
