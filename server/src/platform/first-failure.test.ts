import type { CompiledQuery, DatabaseConnection } from 'kysely'
import { expect, test } from 'vitest'
import { reportingFirstFailure } from './first-failure.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

/** Its answers come in one packet, and that to the first statement is passed on by more promises than the others. */
const connection = {
  executeQuery: async ({ sql }: CompiledQuery) => {
    if (sql === 'first') for (let hops = 0; hops < 3; hops += 1) await Promise.resolve()
    throw failure(sql === 'first' ? '40P01' : '25P02')
  },
} as unknown as DatabaseConnection

test('statements that fail together report the error of the first one, in whatever order their answers are heard', async () => {
  const { executeQuery } = reportingFirstFailure(connection)
  const send = (sql: string) => executeQuery({ sql, parameters: [] } as unknown as CompiledQuery)
  const heard = await Promise.allSettled(['first', 'second', 'third'].map(send))
  expect(heard.map((answer) => (answer as { reason?: unknown }).reason)).toEqual(Array(3).fill(failure('40P01')))
  await expect(Promise.all(['first', 'second'].map(send))).rejects.toMatchObject({ code: '40P01' })
})
