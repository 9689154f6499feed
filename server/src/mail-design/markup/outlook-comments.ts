import { parseFragment } from 'parse5'

/*
 * Outlook for Windows reads markup in comments that every other program skips. Ours are of a few forms, and only these are let through.
 */
const table = /^\[if mso\]><table role="presentation" align="center" width="\d{1,4}" cellpadding="0" cellspacing="0"><tr><td><!\[endif\]$/
const head =
  /^\[if mso\]><xml><o:OfficeDocumentSettings><o:AllowPNG\/><o:PixelsPerInch>96<\/o:PixelsPerInch><\/o:OfficeDocumentSettings><\/xml><style>[\w\s{}:;,.-]*<\/style><!\[endif\]$/
const button =
  /^\[if mso\]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word" href="(?<href>[^"<>]*)" style="[\w:;-]*" arcsize="\d{1,3}%" stroke="f" fillcolor="#[0-9a-f]{6}"><w:anchorlock\/><center style="[\w:;#, -]*">[^<>]*<\/center><\/v:roundrect><!\[endif\]$/
const fixed = new Set(['[if mso]></td></tr></table><![endif]', '[if !mso]><!', '<![endif]'])

/** Whether `data` is a comment of ours. `href` sanitizes its link. */
export function isOutlookComment(data: string, href: (address: string) => string): boolean {
  if (fixed.has(data) || table.test(data) || head.test(data)) return true
  const written = button.exec(data)?.groups?.href
  if (written === undefined) return false
  const address = attributeValue(written)
  return href(address) === address
}

function attributeValue(written: string): string {
  const [link] = parseFragment(`<a href="${written}">`).childNodes
  return link !== undefined && 'attrs' in link ? (link.attrs[0]?.value ?? '') : ''
}
