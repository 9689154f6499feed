import { expect, test } from 'vitest'
import { gather, laneOf } from './gathered-reads.ts'
import { asPerson } from './person.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

/**
 * Answers words in capitals; from `fail` on with `error` where `bad` is among them. A word is its own caller, and has many rows if it ends in `s`.
 * Notes what it was asked together. `hold` keeps the answers back until `release`.
 */
function start(error = withCode('XX000')) {
  const asked: string[][] = []
  let isFailing = false
  let isHeld = false
  const held: (() => void)[] = []
  const find = gather<string, string | undefined>({
    lane: () => laneOf(asked),
    async readMany(words) {
      asked.push([...words])
      if (isFailing && words.includes('bad')) throw error
      if (isHeld) await new Promise<void>((release) => held.push(release))
      return words.map((word) => (word === 'nobody' ? undefined : word.toUpperCase()))
    },
    callerOf: (word) => word,
    countRows: (answer) => (answer === undefined ? undefined : answer.endsWith('S') ? 201 : 200),
  })
  const ask = (word: string) => asPerson({ key: word, isOver: false }, () => find(word))
  return {
    asked,
    ask,
    find,
    fail: () => void (isFailing = true),
    hold: () => void (isHeld = true),
    release: () => held.shift()?.(),
    /** Asks each once, after which the callers are known. */
    async know(...words: string[]) {
      for (const word of words) await ask(word)
      asked.length = 0
    },
  }
}

/** Everything that is about to be asked has been. */
const settled = () => new Promise((done) => setImmediate(() => setImmediate(done)))

test.each(['XX000', '57014'])('several that cannot be answered together are asked one by one: %s', async (code) => {
  const error = withCode(code)
  const { asked, find, know, fail } = start(error)
  await know('good', 'bad', 'fine')
  fail()
  const answers = await Promise.allSettled(['good', 'bad', 'fine'].map(find))
  expect(answers).toEqual([
    { status: 'fulfilled', value: 'GOOD' },
    { status: 'rejected', reason: error },
    { status: 'fulfilled', value: 'FINE' },
  ])
  expect(asked).toEqual([['good', 'bad', 'fine'], ['good'], ['bad'], ['fine']])
})

test('one that came alone, or without a database, is not asked twice', async () => {
  const alone = start()
  await alone.know('bad')
  alone.fail()
  await expect(alone.find('bad')).rejects.toMatchObject({ code: 'XX000' })
  expect(alone.asked).toEqual([['bad']])
  const away = start(withCode('57P01'))
  await away.know('good', 'bad')
  away.fail()
  const answers = await Promise.allSettled(['good', 'bad'].map(away.find))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(away.asked).toEqual([['good', 'bad']])
})

test('a caller who is not known yet, or was not found, is asked alone', async () => {
  const { asked, find, know } = start()
  await Promise.all(['one', 'two'].map(find))
  expect(asked).toEqual([['one'], ['two']])
  await know('nobody')
  await Promise.all(['one', 'nobody', 'two'].map(find))
  expect(asked).toEqual([['nobody'], ['one', 'two']])
})

test('a caller who got many rows is never read together with others, nor twice at a time, and of all of them two are', async () => {
  const { asked, ask, know, hold, release } = start()
  await know('accounts', 'boxes', 'chests', 'one', 'two')
  hold()
  const answers = ['accounts', 'accounts', 'one', 'boxes', 'two', 'chests'].map(ask)
  await settled()
  expect(new Set(asked)).toEqual(new Set([['accounts'], ['boxes'], ['one', 'two']]))
  const held = asked.length
  while (asked.length < held + 2) {
    release()
    await settled()
  }
  expect(new Set(asked.slice(held))).toEqual(new Set([['accounts'], ['chests']]))
  for (let left = asked.length; left > 0; left--) release()
  await settled()
  for (let left = asked.length; left > 0; left--) release()
  expect(await Promise.all(answers)).toEqual(['ACCOUNTS', 'ACCOUNTS', 'ONE', 'BOXES', 'TWO', 'CHESTS'])
})

test('a caller who has fewer rows by now is read together with others again', async () => {
  const asked: string[][] = []
  let rows = 1000
  const find = gather<string, number>({
    lane: () => laneOf(asked),
    async readMany(words) {
      asked.push([...words])
      return words.map(() => rows)
    },
    callerOf: (word) => word,
    countRows: (count) => count,
  })
  for (const word of ['one', 'two']) await find(word)
  rows = 10
  for (const word of ['one', 'two']) await find(word)
  await Promise.all(['one', 'two'].map(find))
  expect(asked.at(-1)).toEqual(['one', 'two'])
})
