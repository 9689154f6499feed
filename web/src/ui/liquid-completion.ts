import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { liquidFilters, liquidTags } from '@twofold/contract/mail-design/liquid'

/** Name → what it holds. */
export type LiquidVariables = Readonly<Record<string, string>>

/** Tags that a second one ends. */
const blocks = new Set<string>(['if', 'unless', 'case', 'for', 'comment'])
const inner = ['else', 'elsif', 'when']

const tags: readonly Completion[] = [...liquidTags.filter((tag) => tag !== '#'), ...inner]
  .map((label) => ({ label, type: 'keyword' }))
  .concat([...blocks].map((block) => ({ label: `end${block}`, type: 'keyword' })))
const filters: readonly Completion[] = liquidFilters.map((label) => ({ label, type: 'function' }))

/** Completions at the cursor in Liquid: a variable, a filter after `|`, or a tag. Null outside of Liquid. */
export function completeLiquid(context: CompletionContext, variables: LiquidVariables): CompletionResult | null {
  const open = context.matchBefore(/(\{\{|\{%)[^{}%]*/)
  if (!open) return null
  const word = context.matchBefore(/[\w.]*/)
  const from = word?.from ?? context.pos
  const before = open.text.slice(0, from - open.from)
  const validFor = /^[\w.]*$/
  if (/\|\s*$/.test(before)) return { from, options: [...filters], validFor }
  if (/^\{%-?\s*$/.test(before)) return { from, options: [...tags], validFor }
  // A name is followed by an operator or a filter, not by another name.
  if (!/([{%-]|[\s=<>:,(])$/.test(before) || /^\{\{-?\s*[\w.]+\s+$/.test(before)) return null
  return { from, options: Object.entries(variables).map(variableOption(open.text.startsWith('{{'))), validFor }
}

const variableOption =
  (isOutput: boolean) =>
  ([label, info]: [string, string]): Completion => ({
    label,
    type: 'variable',
    ...(info && { detail: info }),
    apply: (view, _completion, from, to) => insertVariable(view, label, from, to, isOutput),
  })

/** Adds missing braces, and places the cursor after them. */
function insertVariable(view: EditorView, name: string, from: number, to: number, isOutput: boolean): void {
  const { doc } = view.state
  const ahead = doc.sliceString(to, Math.min(doc.length, to + 4))
  const closing = isOutput ? /^\s*-?\}\}/.exec(ahead)?.[0] : ''
  const space = isOutput && doc.sliceString(from - 1, from) === '{' ? ' ' : ''
  const end = closing === undefined ? ' }}' : closing.startsWith('}') ? ' ' : ''
  const insert = `${space}${name}${end}`
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length + (closing?.length ?? 0) },
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
}
