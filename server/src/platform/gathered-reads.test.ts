import { expect, test } from 'vitest'
import { gather } from './gathered-reads.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

/** Answers words in capitals; fails with `error` where `bad` is among them. Notes what it was asked together. */
function start(error: Error) {
  const asked: string[][] = []
  const find = gather(async (words: readonly string[]) => {
    asked.push([...words])
    if (words.includes('bad')) throw error
    return words.map((word) => word.toUpperCase())
  })
  return { asked, find }
}

test.each(['XX000', '57014'])('several that cannot be answered together are asked one by one: %s', async (code) => {
  const error = withCode(code)
  const { asked, find } = start(error)
  const answers = await Promise.allSettled(['good', 'bad', 'fine'].map(find))
  expect(answers).toEqual([
    { status: 'fulfilled', value: 'GOOD' },
    { status: 'rejected', reason: error },
    { status: 'fulfilled', value: 'FINE' },
  ])
  expect(asked).toEqual([['good', 'bad', 'fine'], ['good'], ['bad'], ['fine']])
})

test('one that came alone, or without a database, is not asked twice', async () => {
  const alone = start(withCode('XX000'))
  await expect(alone.find('bad')).rejects.toMatchObject({ code: 'XX000' })
  expect(alone.asked).toEqual([['bad']])
  const away = start(withCode('57P01'))
  const answers = await Promise.allSettled(['good', 'bad'].map(away.find))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(away.asked).toEqual([['good', 'bad']])
})
