import type { ThemeDesign } from '@twofold/contract/mail-design/themes'
import { isDark, leastContrast, mix, readableOn } from './colors.ts'

/** Colors of an e-mail, all `#rrggbb`, each text readable on its background. */
export interface Palette {
  isDark: boolean
  background: string
  card: string
  text: string
  heading: string
  muted: string
  mutedOnBackground: string
  link: string
  border: string
  accent: string
  /** A quiet ground for details and notes, and the text on it. */
  soft: string
  header: string
  headerEnd: string
  headerText: string
  headerSmallText: string
  /** The name in a header without ground of its own. */
  brand: string
  button: string
  buttonText: string
}

const [textRatio, largeTextRatio] = [4.5, 3]

/** The design's colors, shifted only as far as needed to be readable. */
export function designedPalette(design: ThemeDesign): Palette {
  return complete(
    {
      background: design.background_color,
      card: design.card_background,
      text: design.text_color,
      heading: design.heading_color,
      link: design.link_color,
      border: design.border_color,
      accent: design.accent_color,
    },
    design,
  )
}

/** Dark mode: the design's hues on dark backgrounds. A design that is dark already stays as it is. */
export function darkPalette(design: ThemeDesign): Palette {
  if (isDark(design.card_background)) return designedPalette(design)
  const ground = (base: string) => mix(base, design.primary_color, 0.04)
  return complete(
    {
      background: ground('#0d1112'),
      card: ground('#161b1d'),
      text: '#c3cccd',
      heading: '#f0f4f4',
      link: mix(design.link_color, '#ffffff', 0.35),
      border: ground('#2b3437'),
      accent: design.accent_color,
    },
    design,
  )
}

type Base = Pick<Palette, 'background' | 'card' | 'text' | 'heading' | 'link' | 'border' | 'accent'>

function complete(base: Base, design: ThemeDesign): Palette {
  const { background, card } = base
  const tinted = mix(card, isDark(card) ? '#ffffff' : design.primary_color, 0.05)
  // A card in the middle between black and white leaves no room for a second ground.
  const soft = leastContrast(readableOn([card, tinted], base.text, textRatio), [card, tinted]) >= textRatio ? tinted : card
  const grounds = [card, soft]
  const text = readableOn(grounds, base.text, textRatio)
  const muted = (...grounds: string[]) => readableOn(grounds, mix(text, grounds[0] ?? card, 0.25), textRatio)
  const header = design.primary_color
  const headerEnd = usesGradient(design) ? design.secondary_color : header
  const button = readableOn([card], design.button_color, isDark(card) ? largeTextRatio : 1)
  const headerText = readableOn([header, headerEnd], '#ffffff', largeTextRatio)
  return {
    ...base,
    isDark: isDark(card),
    text,
    heading: readableOn(grounds, base.heading, textRatio),
    muted: muted(...grounds),
    mutedOnBackground: muted(background),
    link: readableOn(grounds, base.link, textRatio),
    soft,
    header,
    headerEnd,
    headerText,
    headerSmallText: readableOn([header], headerText, textRatio),
    // Lighter on dark, where a shade that is just readable looks dull.
    brand: readableOn([card, background], header, isDark(card) ? 7 : textRatio),
    ...readableButton(button, design.button_text_color),
  }
}

export function usesGradient(design: ThemeDesign): boolean {
  return design.use_gradients && design.header_style === 'gradient'
}

/** The fill gives way before the text does: white on a slightly darker violet is nearer to the design than black on the same. */
function readableButton(fill: string, text: string): Pick<Palette, 'button' | 'buttonText'> {
  const button = readableOn([text], fill, textRatio)
  return { button, buttonText: text }
}
