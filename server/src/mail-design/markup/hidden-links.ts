import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5'
import { isLinkVariable } from './link-address.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/**
 * The first place of a one-time link when no place of one is seen. A hidden one beside a visible one is honest: it may be for another program. `nodes`:
 * elements in document order, each followed by its texts.
 */
export function firstOfHiddenLinks(nodes: Iterable<Node>): Element | undefined {
  const hidden = new Set<Node | null>()
  let first: Element | undefined
  for (const node of nodes) {
    if (defaultTreeAdapter.isElementNode(node) && (hidden.has(node.parentNode) || hidesItself(node))) hidden.add(node)
    const place = placeOf(node)
    if (place !== undefined && !hidden.has(place)) return undefined
    first ??= place
  }
  return first
}

const carriesLink = (text: string | undefined): boolean =>
  [...(text ?? '').matchAll(/\{\{-?\s*([\w.]+)/g)].some(([, name = '']) => isLinkVariable(name))

/** The element whose look decides whether a link there is seen. */
function placeOf(node: Node): Element | undefined {
  if (defaultTreeAdapter.isElementNode(node)) return carriesLink(attribute(node, 'href')) ? node : undefined
  if (!defaultTreeAdapter.isTextNode(node) || !carriesLink(node.value)) return undefined
  return node.parentNode !== null && defaultTreeAdapter.isElementNode(node.parentNode) ? node.parentNode : undefined
}

const hidesItself = (element: Element) => attribute(element, 'hidden') !== undefined || hides(attribute(element, 'style') ?? '')

/** Styles of an element itself only: style sheets may say otherwise for some programs, and a value may decide. */
function hides(style: string): boolean {
  if (/\{[{%]/.test(style)) return false
  const said = new Map(
    style
      .toLowerCase()
      .split(';')
      .map((declaration) =>
        declaration
          .replace('!important', '')
          .split(':', 2)
          .map((part) => part.trim()),
      )
      .map(([property = '', value = '']) => [property, value]),
  )
  const isZero = (property: string) => /^0+(?:\.0+)?(?:[a-z]+|%)?$/.test(said.get(property) ?? '')
  const ground = said.get('background-color') ?? said.get('background')
  return (
    said.get('display') === 'none' ||
    said.get('visibility') === 'hidden' ||
    said.get('color') === 'transparent' ||
    isZero('opacity') ||
    isZero('font-size') ||
    (said.get('overflow') === 'hidden' && ['height', 'max-height', 'width', 'max-width'].some(isZero)) ||
    (ground !== undefined && ground === said.get('color'))
  )
}

const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value
