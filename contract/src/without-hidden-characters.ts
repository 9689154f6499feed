import { hidden, strayJoiner, visible } from './hidden-characters.ts'

const everywhere = ({ source }: RegExp) => new RegExp(source, 'gu')

/** For names from files or providers, which cannot be retyped: forbidden characters are dropped. */
export function withoutHiddenCharacters(text: string): string {
  const shown = text.toWellFormed().replaceAll(everywhere(hidden), '').replaceAll(everywhere(strayJoiner), '')
  return visible.test(shown) ? shown.trim() : ''
}
