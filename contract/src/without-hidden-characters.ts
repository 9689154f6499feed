import { hidden, strayJoiner, visible } from './hidden-characters.ts'

const everywhere = ({ source }: RegExp) => new RegExp(source, 'gu')

/** For names that a file or a provider brings, where nobody can type them again: what is not allowed is left out. */
export function withoutHiddenCharacters(text: string): string {
  const shown = text.toWellFormed().replaceAll(everywhere(hidden), '').replaceAll(everywhere(strayJoiner), '')
  return visible.test(shown) ? shown.trim() : ''
}
