import { Tokenizer, TokenKind } from 'liquidjs'
import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { contentTags } from './markup-allow-list.ts'

type Element = DefaultTreeAdapterTypes.Element

/** An output (`{{ … }}`) or a tag (`{% … %}`) of a template. */
export interface Code {
  kind: 'output' | 'tag'
  /** Includes its brackets. */
  text: string
  begin: number
  end: number
}

/** Place of an output in its template's HTML, as far as it is known without rendering. */
export type Place =
  | { in: 'attribute'; element: string; name: string; isWhole: boolean; isQuoted: boolean; from: number; to: number }
  | { in: 'text'; isWhole: boolean }
  /** In the name of an element or attribute. */
  | { in: 'name' }

/** The outputs and tags of a template. None where it cannot be taken apart: parsing it says why. */
export function codeOf(source: string): Code[] {
  try {
    return new Tokenizer(source)
      .readTopLevelTokens()
      .filter(({ kind }) => kind !== TokenKind.HTML)
      .map(({ kind, begin, end }) => ({ kind: kind === TokenKind.Output ? 'output' : 'tag', text: source.slice(begin, end), begin, end }))
  } catch {
    return []
  }
}

/** Characters that no template has, since it is looked at without those it may have had. */
const [open, close] = ['\uE0A0', '\uE0A1']
const anyHolder = /[\uE0A0\uE0A1]/g
const holder = /\uE0A0(\d+)\uE0A1/g

/** Places of the outputs, assuming that conditional parts are present. Outputs without a known place, as in comments, are left out. */
export function placesOf(source: string, codes: readonly Code[] = codeOf(source)): Map<Code, Place> {
  const outputs = codes.filter(({ kind }) => kind === 'output')
  const shifts: { from: number; by: number }[] = []
  let html = ''
  let at = 0
  for (const code of codes) {
    html += source.slice(at, code.begin).replaceAll(anyHolder, ' ')
    if (code.kind === 'output') html += `${open}${outputs.indexOf(code)}${close}`
    at = code.end
    shifts.push({ from: html.length, by: at - html.length })
  }
  html += source.slice(at).replaceAll(anyHolder, ' ')
  const original = (index: number) => index + (shifts.findLast(({ from }) => from <= index)?.by ?? 0)
  const places = new Map<Code, Place>()
  const put = (text: string, place: (isWhole: boolean) => Place) => {
    for (const { 0: found, 1: index } of text.matchAll(holder)) {
      const code = outputs[Number(index)]
      if (code !== undefined) places.set(code, place(text.trim() === found))
    }
  }
  for (const { tagName, attrs, childNodes, location } of elementsOf(html)) {
    if (tagName?.includes(open) === true) put(tagName, () => ({ in: 'name' }))
    for (const { name, value } of attrs) {
      put(name, () => ({ in: 'name' }))
      const range = location?.attrs?.[name]
      if (!value.includes(open) || range === undefined) continue
      const raw = html.slice(range.startOffset, range.endOffset)
      const written = raw.slice(raw.indexOf('=') + 1)
      const from = range.endOffset - written.trimStart().length
      const isQuoted = /^\s*["']/.test(written)
      const attribute = { in: 'attribute', element: tagName ?? '', name, isQuoted } as const
      put(value, (isWhole) => ({ ...attribute, isWhole, from: original(from), to: original(range.endOffset) }))
    }
    const isShown = tagName === undefined || contentTags.includes(tagName)
    for (const child of childNodes) {
      if (!isShown || !defaultTreeAdapter.isTextNode(child)) continue
      const isAlone = tagName !== undefined && childNodes.length === 1
      put(child.value, (isWhole) => ({ in: 'text', isWhole: isWhole && isAlone }))
    }
  }
  return places
}

interface Parsed {
  /** Absent: the template itself, around its elements. */
  tagName?: string
  attrs: Element['attrs']
  childNodes: Element['childNodes']
  location?: Element['sourceCodeLocation']
}

/** Every element, also those that a `<template>` holds, in no order. */
function elementsOf(html: string): Parsed[] {
  const { childNodes } = parseFragment(html, { sourceCodeLocationInfo: true })
  const found: Parsed[] = [{ attrs: [], childNodes }]
  const waiting = [...childNodes]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!defaultTreeAdapter.isElementNode(node)) continue
    found.push({ tagName: node.tagName, attrs: node.attrs, childNodes: node.childNodes, location: node.sourceCodeLocation })
    waiting.push(...node.childNodes)
    if ('content' in node) waiting.push(...node.content.childNodes)
  }
  return found
}
