import { Variable } from 'liquidjs'
import { speak, type Spoken } from '../../platform/spoken.ts'
import { type Analysis, indexOf, placeAt } from './analyze-template.ts'
import { isLinkVariable } from './link-address.ts'
import { type Code, codeOf, type Place, placesOf } from './template-places.ts'

export type TemplateField = 'subject' | 'html_content' | 'text_content'

interface PlaceProblem {
  kind: 'link' | 'not_available'
  message: Spoken
  line: number
  column: number
}

/** Outputs in forbidden places: one-time links nearly everywhere, other values in names of elements and attributes. */
export function placeProblems(
  source: string,
  field: TemplateField,
  { variables, placeOf }: Pick<Analysis, 'variables' | 'placeOf'>,
): PlaceProblem[] {
  const codes = codeOf(source)
  const places: ReadonlyMap<Code, Place> = field === 'html_content' ? placesOf(source, codes) : new Map()
  const links = variables.flatMap((variable): PlaceProblem[] => {
    if (!isLinkVariable(nameOf(variable))) return []
    const at = placeOf(variable.location.row, variable.location.col)
    const index = indexOf(source, at.line, at.column)
    const code = codes.find(({ begin, end }) => begin <= index && index < end)
    const message = code === undefined ? speak('markup.link') : refusalOf(code, source, field, places.get(code))
    return message === undefined ? [] : [{ kind: 'link', message, ...at }]
  })
  if (field !== 'html_content') return links
  const names = codes.filter(
    (code) =>
      code.kind === 'output' && (places.get(code)?.in === 'name' || /<[!/?]?$/.test(source.slice(Math.max(0, code.begin - 2), code.begin))),
  )
  const message = speak('markup.value_in_name')
  return [...links, ...names.map(({ begin }): PlaceProblem => ({ kind: 'not_available', message, ...placeAt(source, begin) }))]
}

export function nameOf(variable: Variable): string {
  return variable.segments.map((segment) => (segment instanceof Variable ? '[]' : segment)).join('.')
}

const decisions: Readonly<Record<string, Spoken>> = {
  assign: speak('markup.link_kept'),
  for: speak('markup.link_loop'),
}

/** Reason why a link is not allowed here. Undefined: it is. */
function refusalOf(code: Code, source: string, field: TemplateField, place: Place | undefined): Spoken | undefined {
  if (code.kind === 'tag') {
    const [, tag = ''] = /^\{%-?\s*(\w+)/.exec(code.text) ?? []
    return decisions[tag] ?? speak('markup.link_decides')
  }
  if (field === 'subject') return speak('markup.link_subject')
  if (!/^\{\{-?\s*link\.[a-z_]+\s*-?\}\}$/.test(code.text)) return speak('markup.link_filter')
  if (field === 'text_content') return isAloneOnLine(code, source) ? undefined : speak('markup.link_line')
  const isTarget = place?.in === 'attribute' && place.element === 'a' && place.name === 'href' && place.isWhole
  if (isTarget || (place?.in === 'text' && place.isWhole)) return undefined
  return place?.in === 'attribute' ? speak('markup.link_here', { name: place.name, element: place.element }) : speak('markup.link_whole')
}

function isAloneOnLine({ begin, end }: Code, source: string): boolean {
  const next = source.indexOf('\n', end)
  const around = source.slice(source.lastIndexOf('\n', begin - 1) + 1, begin) + source.slice(end, next === -1 ? source.length : next)
  return around.replaceAll(/\{%[^]*?%\}/g, '').trim() === ''
}
