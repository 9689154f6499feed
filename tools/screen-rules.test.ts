import { expect, test } from 'vitest'
import {
  findHandMade,
  findHastyReads,
  findPageHas,
  findReplacedModules,
  findStyles,
  findUnnamedClasses,
  isFrameStyle,
  isHeld,
  isNounStyle,
} from './screen-rules.mjs'

test.each([
  ['const keys = useQuery(query)\nreturn keys.error ? <ErrorState title={t`The keys could not be loaded`} /> : null', 'Loaded'],
  ['return error ? <ErrorState title={t`The keys could not be loaded`} onRetry={onRetry} retrying={isFetching} /> : null', 'Loaded'],
  ['const { data, isPending } = useQuery(query)\nreturn isPending ? <Loading /> : <Keys of={data} />', 'Loaded'],
  ['const keys = useQuery(query)\nreturn keys.isError ? <Alert type="error" /> : <Keys of={keys.data} />', 'Loaded'],
  ['<Panel title={t`Keys`} footer={<Pagination page={page} pages={pages} onPage={goTo} />}>', 'ListPanel'],
  ['<AlertDialog title={t`Delete it?`} onConfirm={() => remove.mutate()} />', 'AskDialog'],
  ['const save = useMutation({ mutationFn: () => call(editKey) })', 'useAct'],
  ['const save = useMutation<Key>(options)', 'useAct'],
  ['<Dialog\n  title={t`Rename`}\n  onSubmit={form.handleSubmit(save)}\n>', 'FormDialog'],
  ['<form noValidate onSubmit={(event) => send(event, draft)}>', 'PageForm'],
  ['const form = useForm<Draft>({ defaultValues: empty })', 'useSentForm'],
])('%s is of a kit', (text, kit) => {
  expect(findHandMade([['keys/New.tsx', text]])).toEqual([expect.stringContaining(kit)])
})

test.each([
  '<Suspense fallback={<Loading />}>',
  '<ErrorState title={t`The server cannot be reached`} onRetry={() => window.location.reload()} />',
  '<Loaded of={useQuery(query)} failed={t`The keys could not be loaded`} />',
  '<Dialog title={t`Details`} onClose={onClose}>',
  'function Fields({ form }: { form: UseFormReturn<Draft> }) {',
  'const save = useAct({ send: () => call(editKey), failed: false, renews: [keysKey] })',
  'const isSaving = useIsMutating() > 0',
])('%s is not', (text) => {
  expect(findHandMade([['keys/New.tsx', text]])).toEqual([])
})

test.each(['keys/New.tsx', 'keys/use-new.ts', 'screens/_signed-in/new.tsx'])('%s is held to it', (path) => {
  expect(isHeld(path)).toBe(true)
})

test.each(['kits/use-act.ts', 'ui/Dialog.tsx', 'screens/dev/gallery.tsx', 'keys/use-new.test.ts', 'keys/new.component.test.tsx'])(
  '%s is not held to it',
  (path) => {
    expect(isHeld(path)).toBe(false)
  },
)

test.each([
  ['keys/keys.css', true],
  ['sharing/access/pill.css', true],
  ['ui/badge.css', false],
  ['shell/outline.css', false],
  ['main.css', false],
])('%s is a style sheet of a noun: %s', (path, isOne) => {
  expect(isNounStyle(path)).toBe(isOne)
})

test.each([
  ['shell/outline.css', true],
  ['screens/_signed-in/-dashboard/vault.css', true],
  ['keys/keys.css', false],
  ['ui/badge.css', false],
])('%s is a style sheet of the shell or of a screen: %s', (path, isOne) => {
  expect(isFrameStyle(path)).toBe(isOne)
})

test('style sheets may not grow', () => {
  expect(findStyles('nouns', ['.a {\n}\n', '.b {\n}\n'], 4)).toEqual([])
  expect(findStyles('nouns', ['.a {\n}\n', '.b {\n\n}\n'], 4)).toEqual([expect.stringContaining('5 lines')])
})

test('a class that no source names is left over', () => {
  const sheet: [string, string] = [
    'src/keys/keys.css',
    "/* as .old was */\n.key:has(.key-tag) {\n  padding: 0.5rem;\n  background: url('a.svg');\n}\n",
  ]
  expect(findUnnamedClasses([sheet], ['<li className="key">', 'const look = `key-tag ${size}`'])).toEqual([])
  expect(findUnnamedClasses([sheet], ['<li className="key">', '<b className="key-tags">'])).toEqual([expect.stringContaining('.key-tag,')])
})

test.each([
  [':root:has(.ui-scrim) .ui-toasts {}', true],
  ["html[lang='de']:has(.update-notice > *) {}", true],
  ['p, #root:has(> .update-notice > *) {}', true],
  ['.header:has(.header-place:not(:empty)) {}', false],
  ['[data-update-notice] #root {}\n.key:has(:checked) {}', false],
  ['/* not :root:has(.a) */ .a {}', false],
])('%s asks of the whole page: %s', (text, isOne) => {
  expect(findPageHas([['src/shell/a.css', text]])).toHaveLength(isOne ? 1 : 0)
  expect(findPageHas([['src/ui/print.css', text]])).toEqual([])
})

test('a test waits for an element before it looks at it, unless it is polled or in a function of its own', () => {
  const lines = [
    "test('a', async () => {",
    '  const box = page.getByText("a").element().getBoundingClientRect()',
    '  await expect.element(page.getByText("a")).toBeVisible()',
    '  await expect.poll(() => page.getByText("a").element().clientWidth).toBe(3)',
    '  const left = (place) => place.element().clientLeft',
    '  const top = (await page.getByText("a").findElement()).clientTop',
    '})',
  ]
  expect(findHastyReads([['a.component.test.tsx', lines.join('\n')]])).toEqual([
    'a.component.test.tsx:2 does not wait for an element: await findElement()',
  ])
})

test('a test in a shared page replaces no module, which another one may have loaded before', () => {
  const tests: [string, string][] = [
    ['a.component.test.tsx', "vi.mock('./make.ts', () => ({}))"],
    ['b.component.test.tsx', "vi.spyOn(navigator.credentials, 'create')"],
  ]
  expect(findReplacedModules(tests)).toEqual([expect.stringMatching(/^a\.component/)])
})
