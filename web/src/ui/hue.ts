/** Number of hues for tiles without a mark: few enough to be distinguishable. */
const hues = 12

/** Degrees, always the same for the same text. */
export function hueOf(text: string): number {
  let hash = 0
  for (const character of text.trim().toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647
  return (hash % hues) * (360 / hues) + 15
}
