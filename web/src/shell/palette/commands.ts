import { plainText } from '@twofold/contract/plain-text'
import type { Outline } from '../../ui/Icon.tsx'

export type Entry = { id: string; label: string; note?: string; icon: Outline; run: () => void }
export type Section = { id: string; title: string; entries: Entry[] }

/** Props of every palette. `typed` is kept outside, so that it survives while the palette loads. */
export interface PaletteProps {
  typed: string
  onType: (typed: string) => void
  onClose: () => void
  onSignOut: () => void
}

/** Every word that was typed has to be in the label, or in the note. */
export function matching(sections: readonly Section[], typed: string): Section[] {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  const fits = ({ label, note = '' }: Entry) => words.every((word) => plainText(`${label} ${note}`).includes(word))
  return sections.map((section) => ({ ...section, entries: section.entries.filter(fits) })).filter(({ entries }) => entries.length > 0)
}
