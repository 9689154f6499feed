import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html as names, parse, parseFragment } from 'parse5'
import { expect } from 'vitest'

type Node = DefaultTreeAdapterTypes.Node

const elements = new Set(
  `html head meta title style body div p h1 h2 h3 h4 h5 h6 blockquote pre hr ul ol li dl dt dd center table caption colgroup col thead tbody
  tfoot tr th td a abbr b br code del em font i img ins kbd mark q s samp small span strike strong sub sup time u wbr article aside figure
  figcaption footer header main section v:roundrect w:anchorlock xml o:officedocumentsettings o:allowpng o:pixelsperinch`.split(/\s+/),
)
const attributes = new Set(
  `class style dir lang title role aria-label aria-hidden aria-roledescription href name target src alt border width height align valign bgcolor
  cellpadding cellspacing colspan rowspan headers scope span color face size start type datetime charset content data-css-inline xmlns xmlns:v
  xmlns:o xmlns:w arcsize stroke fillcolor`.split(/\s+/),
)

/** Reads an e-mail as a browser and as Outlook do, and expects nothing in it that runs, loads or leads anywhere but to the web. */
export function expectHarmless(html: string, about: string): void {
  const complaints: string[] = []
  visit(parse(html), complaints)
  expect(complaints, about).toEqual([])
}

function visit(node: Node, complaints: string[]): void {
  if (defaultTreeAdapter.isCommentNode(node)) {
    const inside = /^\[if mso\]>([^]*)<!\[endif\]$/.exec(node.data)?.[1]
    if (inside !== undefined) visit(parseFragment(inside), complaints)
    else if (!['[if !mso]><!', '<![endif]'].includes(node.data)) complaints.push(`comment ${node.data}`)
  }
  if (defaultTreeAdapter.isElementNode(node)) {
    if (!elements.has(node.tagName) || node.namespaceURI !== names.NS.HTML) complaints.push(`<${node.tagName}>`)
    for (const { name, prefix, value } of node.attrs) {
      const full = prefix ? `${prefix}:${name}` : name
      if (!attributes.has(full) || !isHarmless(node.tagName, full, value)) complaints.push(`<${node.tagName} ${full}=${value}>`)
    }
    if (node.tagName === 'style') {
      const css = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
      if (!isHarmlessCss(css)) complaints.push(`<style>${css}`)
    }
    if ('content' in node) visit(node.content, complaints)
  }
  if ('childNodes' in node) for (const child of node.childNodes) visit(child, complaints)
}

function isHarmless(element: string, name: string, value: string): boolean {
  if (name === 'href') return (element === 'a' || element === 'v:roundrect') && /^(?:https?:\/\/[^\s"<>]|mailto:|#$)/i.test(value)
  if (name === 'src') return /^(?:https:\/\/|cid:|data:image\/(?:png|jpeg|gif|webp);base64,)/i.test(value)
  if (name === 'style') return isHarmlessCss(value)
  return true
}

const isHarmlessCss = (css: string): boolean =>
  !/url\(|@import|@font|expression|behaviou?r|-moz-binding|position\s*:\s*(?:fixed|absolute)|image-set|progid|\\|<|evil\.example/i.test(css)
