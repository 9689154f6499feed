/** Outer document of every e-mail. All parts but `title` and `preheader` are HTML or CSS. */
export interface MailDocument {
  title: string
  /** BCP 47. */
  language: string
  css: string
  /** CSS that stays in the head: it only ever applies to some clients. */
  conditionalCss: string
  /** Preview text that inboxes show after the subject. */
  preheader: string
  body: string
  bodyClass: string
  /** Declared if an e-mail has dark colors of its own; otherwise clients invent some. */
  colourScheme: 'light' | 'light dark'
  outlookFont: string
}

export function mailDocument(mail: MailDocument): string {
  const language = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(mail.language) ? mail.language : 'en'
  const direction = rightToLeft.has(language.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'
  return `<!DOCTYPE html>
<html lang="${language}" dir="${direction}" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="color-scheme" content="${mail.colourScheme}">
<meta name="supported-color-schemes" content="${mail.colourScheme}">
<title>${escapeHtml(mail.title)}</title>
${outlookHead(mail.outlookFont)}
<style>${mail.css}</style>
${mail.conditionalCss && `<style data-css-inline="keep">${mail.conditionalCss}</style>`}
</head>
<body class="${mail.bodyClass}">
${mail.preheader && hiddenPreheader(mail.preheader)}<div role="article" aria-roledescription="email" aria-label="${escapeHtml(mail.title)}" lang="${language}" dir="${direction}">
${mail.body}
</div>
</body>
</html>
`
}

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Word, which renders e-mail in Outlook for Windows, falls back to Times if it does not know the first font of a list, and pads line heights. */
function outlookHead(font: string): string {
  return `<!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>table{border-collapse:collapse;mso-table-lspace:0;mso-table-rspace:0}td,th,div,p,a,h1,h2,h3,li{font-family:${font};mso-line-height-rule:exactly}</style><![endif]-->`
}

/** The blanks behind it keep the inbox from going on with the header. */
function hiddenPreheader(preheader: string): string {
  const style = 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all'
  return `<div class="preheader" style="${style}">${escapeHtml(preheader)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>\n`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
