import { Variable } from 'liquidjs'
import { indexOf, placeAt } from './analyse-template.ts'
import type { Analysis } from './analyse-template.ts'
import { isLinkVariable } from './link-address.ts'
import { codeOf, placesOf } from './template-places.ts'
import type { Code, Place } from './template-places.ts'

export type TemplateField = 'subject' | 'html_content' | 'text_content'

interface PlaceProblem {
  kind: 'link' | 'not_available'
  message: string
  line: number
  column: number
}

/** Outputs that stand where no value may: one-time links nearly everywhere, other values in the names of elements and attributes. */
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
    const message = code === undefined ? 'A link cannot be used like this.' : refusalOf(code, source, field, places.get(code))
    return message === undefined ? [] : [{ kind: 'link', message, ...at }]
  })
  if (field !== 'html_content') return links
  const names = codes.filter(
    (code) =>
      code.kind === 'output' && (places.get(code)?.in === 'name' || /<[!/?]?$/.test(source.slice(Math.max(0, code.begin - 2), code.begin))),
  )
  const message = 'A value may stand in text or in the value of an attribute, not in the name of an element or attribute.'
  return [...links, ...names.map(({ begin }): PlaceProblem => ({ kind: 'not_available', message, ...placeAt(source, begin) }))]
}

export function nameOf(variable: Variable): string {
  return variable.segments.map((segment) => (segment instanceof Variable ? '[]' : segment)).join('.')
}

const decisions: Record<string, string> = {
  assign: 'A link may not be kept in a variable.',
  for: 'A link may not be looped over.',
}

/** Why a link may not stand where it does. Undefined: it may. */
function refusalOf(code: Code, source: string, field: TemplateField, place: Place | undefined): string | undefined {
  if (code.kind === 'tag') {
    const [, tag = ''] = /^\{%-?\s*(\w+)/.exec(code.text) ?? []
    return decisions[tag] ?? 'A link may not decide what a mail says.'
  }
  if (field === 'subject') return 'A link may not stand in the subject: others see it in lists and on locked screens.'
  if (!/^\{\{-?\s*link\.[a-z_]+\s*-?\}\}$/.test(code.text)) return 'A link can only be written as it is: no filter may change it.'
  if (field === 'text_content') return isAloneOnLine(code, source) ? undefined : 'A link has to stand alone on its line.'
  const isTarget = place?.in === 'attribute' && place.element === 'a' && place.name === 'href' && place.isWhole
  if (isTarget || (place?.in === 'text' && place.isWhole)) return undefined
  const rule = 'A link may only be the whole href of an <a>, or the whole text of an element'
  return place?.in === 'attribute' ? `${rule}; here it is in "${place.name}" of <${place.element}>.` : `${rule}.`
}

function isAloneOnLine({ begin, end }: Code, source: string): boolean {
  const next = source.indexOf('\n', end)
  const around = source.slice(source.lastIndexOf('\n', begin - 1) + 1, begin) + source.slice(end, next === -1 ? source.length : next)
  return around.replaceAll(/\{%[^]*?%\}/g, '').trim() === ''
}
