import { t } from '@lingui/core/macro'

const signs: Record<string, string | undefined> = { ArrowUp: '↑', ArrowDown: '↓' }

/** Labels of the keys to press together, which keyboards for another language have in that language. */
export function keyCaps(key: string): string[] {
  const words: Record<string, string | undefined> = {
    Ctrl: t({ message: 'Ctrl', context: 'a key of the keyboard' }),
    Shift: t({ message: 'Shift', context: 'a key of the keyboard' }),
    Enter: t({ message: 'Enter', context: 'a key of the keyboard' }),
    Delete: t({ message: 'Del', context: 'a key of the keyboard' }),
  }
  return key.split('+').map((name) => signs[name] ?? words[name] ?? (name.length === 1 ? name.toUpperCase() : name))
}
