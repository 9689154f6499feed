import { type CssNode, type Declaration, walk } from 'css-tree'
import { speak, type Spoken } from '../../platform/spoken.ts'

/** Properties that mail clients support and that cannot affect anything outside the e-mail: nothing that loads, moves out of place, or runs. */
const properties = new Set(
  `color opacity background background-color background-image background-position background-repeat background-size font font-family
   font-size font-style font-variant font-weight font-stretch line-height letter-spacing text-align text-decoration
   text-decoration-color text-decoration-line text-decoration-style text-decoration-thickness text-indent text-overflow text-shadow
   text-transform text-underline-offset vertical-align white-space word-break word-spacing word-wrap overflow-wrap hyphens direction
   unicode-bidi list-style list-style-position list-style-type quotes tab-size font-variant-numeric font-feature-settings width
   height max-width max-height min-width min-height box-sizing overflow overflow-x overflow-y margin margin-top margin-right
   margin-bottom margin-left margin-inline margin-block padding padding-top padding-right padding-bottom padding-left padding-inline
   padding-block border-collapse border-spacing border-radius border-top-left-radius border-top-right-radius
   border-bottom-left-radius border-bottom-right-radius box-shadow outline outline-color outline-style outline-width outline-offset
   caption-side empty-cells table-layout display float clear visibility object-fit aspect-ratio -webkit-text-size-adjust
   -ms-text-size-adjust color-scheme`.split(/\s+/),
)
const borders = /^border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width))?$/
const outlook = /^mso-[a-z-]+$/

const functions = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'linear-gradient', 'radial-gradient', 'calc', 'min', 'max', 'clamp'])

/** Reason why a declaration is not allowed; undefined: it is. */
export function refusal(declaration: Declaration): Spoken | undefined {
  const name = declaration.property.toLowerCase()
  if (!properties.has(name) && !borders.test(name) && !outlook.test(name))
    return speak('markup.css_property', { name: declaration.property })
  return valueRefusal(declaration.value)
}

function valueRefusal(value: CssNode): Spoken | undefined {
  let reason: Spoken | undefined
  walk(value, (node) => {
    reason ??= nodeRefusal(node)
  })
  return reason
}

function nodeRefusal(node: CssNode): Spoken | undefined {
  switch (node.type) {
    case 'Url':
      return speak('markup.css_url')
    case 'Function':
      return functions.has(node.name.toLowerCase()) ? undefined : speak('markup.css_function', { name: node.name })
    case 'Raw':
      return speak('markup.css_value')
    case 'String':
      return /[<\\\p{Cc}]/u.test(node.value) ? speak('markup.css_characters') : undefined
    case 'Identifier':
      return node.name.includes('\\') ? speak('markup.css_escapes') : undefined
    default:
      return undefined
  }
}
