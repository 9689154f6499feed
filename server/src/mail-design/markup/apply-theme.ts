import type { ThemeDesign } from '@twofold/contract/mail-design/themes'
import { cleanCss, type CleanCss } from '../styles/custom-css.ts'
import { layoutBody, pageClass } from './layouts.ts'
import { mailDocument } from './mail-document.ts'
import { withOutlookButtons } from './outlook-button.ts'
import { designedPalette } from '../styles/palette.ts'
import { themeStylesheet } from '../styles/stylesheet.ts'

export interface ThemedMail {
  design: ThemeDesign
  /** Sanitised HTML. `<a class="button">`, `<table class="facts">`, `.note`, `.muted`, `.actions` have a look of their own. */
  content: string
  /** CSS that came with the content, cleaned. */
  contentCss?: CleanCss
  title?: string
  appName: string
  appUrl: string
  preheader?: string
  unsubscribeUrl?: string | undefined
  /** BCP 47. */
  language: string
}

/** The whole e-mail as HTML, before its CSS is inlined. */
export function applyTheme({
  design,
  content,
  contentCss = { rules: '', media: '' },
  title,
  preheader = '',
  language,
  ...mail
}: ThemedMail): string {
  const palette = designedPalette(design)
  const { css, conditionalCss } = themeStylesheet(design)
  const custom = cleanCss(design.custom_css)
  return mailDocument({
    title: title ?? mail.appName,
    language,
    // Last, so that it wins over the theme's own rules.
    css: [css, contentCss.rules, custom.rules].join('\n'),
    conditionalCss: [conditionalCss, contentCss.media, custom.media].filter(Boolean).join('\n'),
    preheader,
    body: layoutBody(design, {
      content: withOutlookButtons(content, design, palette),
      appName: mail.appName,
      appUrl: mail.appUrl,
      unsubscribeUrl: mail.unsubscribeUrl,
      language,
    }),
    bodyClass: pageClass(design.layout_type),
    colourScheme: 'light dark',
    outlookFont: /georgia|times|(?:^|[^-])serif/i.test(design.font_family.replaceAll('sans-serif', ''))
      ? 'Georgia,serif'
      : 'Arial,sans-serif',
  })
}
