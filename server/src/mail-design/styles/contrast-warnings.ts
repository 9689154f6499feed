import type { ContrastWarning } from '@twofold/contract/mail-design/theme-calls'
import type { ThemeDesign } from '@twofold/contract/mail-design/themes'
import { speak } from '../../platform/spoken.ts'
import { contrast } from './colors.ts'
import { usesGradient } from './palette.ts'

type Colour = { [Name in keyof ThemeDesign]: Name extends `${string}_color` | 'card_background' ? Name : never }[keyof ThemeDesign]

type ContrastCode = `markup.contrast_${'text' | 'headings' | 'links' | 'buttons' | 'header'}`

/** Text, background and required contrast: 4.5 to 1 for running text, 3 to 1 for large text. */
const pairs: readonly (readonly [text: Colour, ground: Colour, wanted: number, code: ContrastCode])[] = [
  ['text_color', 'card_background', 4.5, 'markup.contrast_text'],
  ['heading_color', 'card_background', 3, 'markup.contrast_headings'],
  ['link_color', 'card_background', 4.5, 'markup.contrast_links'],
  ['button_text_color', 'button_color', 4.5, 'markup.contrast_buttons'],
]

/** Low contrast in a design. E-mails shift such a color as far as needed; a better one can be chosen here. */
export function contrastWarnings(design: ThemeDesign): ContrastWarning[] {
  const warnings = pairs.flatMap(([text, ground, wanted, code]) => {
    const ratio = contrast(design[text], design[ground])
    return ratio >= wanted ? [] : [warning(text, ground, ratio, wanted, code)]
  })
  if (!design.show_header || design.header_style === 'minimal') return warnings
  const grounds: Colour[] = usesGradient(design) ? ['primary_color', 'secondary_color'] : ['primary_color']
  const weak = grounds.filter((ground) => Math.max(contrast('#ffffff', design[ground]), contrast('#000000', design[ground])) < 4.5)
  return [...warnings, ...weak.map((ground) => warning(ground, ground, contrast('#ffffff', design[ground]), 4.5, 'markup.contrast_header'))]
}

function warning(field: Colour, against: Colour, ratio: number, wanted: number, code: ContrastCode): ContrastWarning {
  const shown = Math.floor(ratio * 10) / 10
  return { field, against, ratio: shown, wanted, message: speak(code, { ratio: String(shown), wanted: String(wanted) }) }
}
