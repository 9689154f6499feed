import type { ThemeDesign } from '@twofold/contract/mail-design/themes'
import type { Palette } from '../styles/palette.ts'
import { buttonRadius } from '../styles/stylesheet.ts'

/**
 * Puts beside every `<a class="button" href="…">` a drawing of it that Outlook for Windows shows instead: there a link has neither padding
 * nor round corners. `content` is sanitised HTML: no attribute holds a bare `>`, and no `-->` can occur.
 */
export function withOutlookButtons(content: string, design: ThemeDesign, palette: Palette): string {
  return content.replace(/<a\b([^>]*)>(.*?)<\/a>/gs, (anchor, attributes: string, inside: string) => {
    const href = /\shref="([^"]*)"/.exec(attributes)?.[1]
    if (href === undefined || !/\sclass="(?:[^"]*\s)?button[\s"]/.test(attributes)) return anchor
    return `<!--[if mso]>${drawing(href, inside.replace(/<[^>]*>/g, ''), design, palette)}<![endif]--><!--[if !mso]><!-->${anchor}<!--<![endif]-->`
  })
}

function drawing(href: string, label: string, design: ThemeDesign, palette: Palette): string {
  const height = Math.round(design.font_size * 1.25) + 2 * design.button_padding_y
  const width = Math.round(visibleLength(label) * design.font_size * 0.56) + 2 * design.button_padding_x
  const arc = Math.min(50, Math.round((buttonRadius(design) / height) * 100))
  const box = `height:${height}px;v-text-anchor:middle;width:${width}px`
  const text = `color:${palette.buttonText};font-family:Arial,sans-serif;font-size:${design.font_size}px;font-weight:bold`
  return `<v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word" href="${href}" style="${box}" arcsize="${arc}%" stroke="f" fillcolor="${palette.button}"><w:anchorlock/><center style="${text}">${label}</center></v:roundrect>`
}

function visibleLength(label: string): number {
  return label.replace(/&(?:#\d+|\w+);/g, 'x').trim().length
}
