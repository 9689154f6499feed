import { expect, test } from 'vitest'
import { Copy } from '../../ui/icons/Copy.ts'
import { matching } from './commands.ts'

test('every typed word is found in label or note, whatever its case and accents', () => {
  const entry = (label: string, note = '') => ({ id: label, label, note, icon: Copy, run: () => {} })
  const sections = [{ id: 'pages', title: '', entries: [entry('Übersicht'), entry('Schlüssel teilen', 'Straße 1')] }]
  const found = (typed: string) => matching(sections, typed).flatMap(({ entries }) => entries.map(({ label }) => label))
  expect(found('uber')).toEqual(['Übersicht'])
  expect(found('STRASSE schlussel')).toEqual(['Schlüssel teilen'])
  expect(found('')).toEqual(['Übersicht', 'Schlüssel teilen'])
  expect(found('uber teilen')).toEqual([])
})
