import { expect, test } from 'vitest'
import { findHandMade, rules } from './screen-rules.mjs'

const nothing = Object.fromEntries(Object.entries(rules).map(([does, rule]) => [does, { ...rule, excepted: [] }]))

test.each([
  ['error ? <ErrorState title={t`The keys could not be loaded`} /> : null', 'Loaded'],
  ['const { data } = useQuery(query)\nreturn data ? <Keys of={data} /> : <Loading />', 'Loaded'],
  ['<AlertDialog title={t`Delete it?`} onConfirm={() => remove.mutate()} />', 'AskDialog'],
  ['<Dialog\n  title={t`Rename`}\n  onSubmit={form.handleSubmit(save)}\n>', 'FormDialog'],
])('%s is of a kit', (text, kit) => {
  expect(findHandMade([['keys/New.tsx', text]], nothing)).toEqual([expect.stringContaining(kit)])
})

test.each([
  '<Suspense fallback={<Loading />}>',
  '<Loaded of={useQuery(query)} failed={t`The keys could not be loaded`} />',
  '<Dialog title={t`Details`} onClose={onClose}>',
])('%s is not', (text) => {
  expect(findHandMade([['keys/New.tsx', text]], nothing)).toEqual([])
})

test('an exception that nothing needs any more is one too many', () => {
  const held = { 'asks by hand': { kit: 'AskDialog', is: (text: string) => text.includes('<AlertDialog'), excepted: ['keys/Old.tsx'] } }
  expect(findHandMade([['keys/Old.tsx', '<AskDialog act={remove} />']], held)).toEqual([expect.stringContaining('no longer asks')])
})
