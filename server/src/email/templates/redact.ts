const marker = '[one-time link removed]'

/** Parts of a link this long are its secret: nobody chooses such names for paths or parameters. */
const secretLengthMin = 20

/**
 * A mail as it may be stored: every one-time link in `secretValues`, and the secret inside it, replaced by a marker, however it is written:
 * as it is, with character references, or percent-encoded (once or twice), in attributes, text and comments.
 */
export function redactOneTimeLinks(html: string, text: string, secretValues: readonly string[]): { html: string; text: string } {
  const wholes = secretValues.map((value) => value.trim()).filter((value) => value.length > 0)
  const needles = [...wholes, ...wholes.flatMap(secretsOf)].toSorted((a, b) => b.length - a.length)
  if (needles.length === 0) return { html, text }
  const pattern = new RegExp(needles.map(inAnyForm).join('|'), 'giu')
  return { html: html.replace(pattern, marker), text: text.replace(pattern, marker) }
}

/** The long pieces behind the host: where a template shows only part of a link, the secret must not remain. */
function secretsOf(link: string): string[] {
  const behindHost = URL.canParse(link) ? link.replace(/^[a-z]+:\/*[^/?#]*/i, '') : link
  return behindHost.split(/[/?#&=]/).filter((piece) => piece.length >= secretLengthMin)
}

function inAnyForm(value: string): string {
  return [...value].map(characterInAnyForm).join('')
}

const named: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

function characterInAnyForm(character: string): string {
  if (/^[a-z0-9]$/i.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  const percent = encodeURIComponent(character.toWellFormed()).replace(/^[^%]$/, `%${code.toString(16)}`)
  const entities = [`#0*${code};`, `#x0*${code.toString(16)};`, ...(named[character] ? [`${named[character]};`] : [])]
  const forms = [RegExp.escape(character), `&(?:${entities.join('|')})`, percent.replaceAll('%', '%(?:25)?')]
  return `(?:${forms.join('|')})`
}
