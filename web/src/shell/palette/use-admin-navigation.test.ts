import { expect, test } from 'vitest'

const texts = import.meta.glob<string>(['../../route-tree.generated.ts', './use-admin-navigation.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const textOf = (file: string) => texts[file] ?? ''

/** Screens that only a part of another one leads to. */
const reachedElsewhere = ['/admin/system/remedies', '/admin/email/providers/create']

test('every screen of the back office that needs no id is in the sidebar or the palette', () => {
  const found = textOf('../../route-tree.generated.ts').matchAll(/'(\/admin\/[^'$]*[^'$/])': typeof/g)
  const paths = new Set([...found].map(([, path]) => path))
  expect(paths).toContain('/admin/users')
  const missing = [...paths].filter((path) => !textOf('./use-admin-navigation.ts').includes(`'${path}'`))
  expect(missing).toEqual(reachedElsewhere)
})
