import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createLateLogger } from './late-logger.ts'

function startLog() {
  const lines: Record<string, unknown>[] = []
  let made = 0
  const destination = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>)
      done()
    },
  })
  const log = createLog('info', destination)
  const late = createLateLogger(() => {
    made += 1
    return log.child({ request: 'r1' })
  })
  return { late, lines, made: () => made }
}

test('the logger of a request is made with the first line, once', () => {
  const { late, lines, made } = startLog()
  expect(made()).toBe(0)
  for (const level of ['info', 'warn', 'error', 'fatal'] as const) late[level]({ code: level }, 'told')
  late.child({ more: 1 }).info('from a child')
  expect(made()).toBe(1)
  expect(lines.map(({ level, request, code, more, msg }) => [level, request, code ?? more, msg])).toEqual([
    ['info', 'r1', 'info', 'told'],
    ['warn', 'r1', 'warn', 'told'],
    ['error', 'r1', 'error', 'told'],
    ['fatal', 'r1', 'fatal', 'told'],
    ['info', 'r1', 1, 'from a child'],
  ])
})

test('its level is that of the logger it comes from', () => {
  const { late, lines } = startLog()
  late.debug('too quiet')
  late.trace('too quiet')
  expect([late.level, lines.length]).toEqual(['info', 0])
  late.level = 'debug'
  late.debug('heard')
  expect(lines).toHaveLength(1)
})
