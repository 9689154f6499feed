import { useLingui } from '@lingui/react/macro'
import { useShortcut } from '../../../lib/use-shortcut.ts'

const pickKeys = ['Shift+ArrowUp', 'Shift+ArrowDown']

interface RowShortcutsProps {
  onNext: () => void
  /** Applies the letter's act to the current row. */
  onAct: (key: string) => void
  onPick: (step: number) => void
}

/** Shortcuts about the current row, from all over the page. A row that has the focus answers by itself. */
export function RowShortcuts({ onNext, onAct, onPick }: RowShortcutsProps) {
  const { t } = useLingui()
  useShortcut('Shift+Enter', t`Copy the next code`, onNext)
  useShortcut('a', t`Who has access`, onAct)
  useShortcut('e', t`Edit`, onAct)
  useShortcut('p', t`Pin or unpin`, onAct)
  useShortcut('Delete', t`Delete`, onAct)
  useShortcut('x', t`Pick for several at once`, onAct)
  useShortcut(pickKeys, t`Pick more`, (key) => onPick(key === pickKeys[1] ? 1 : -1))
  return null
}
