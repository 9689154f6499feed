import { expect, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import { measureOffset } from './sntp.ts'
import { startFakeTimeServer } from '../testing/fake-time-server.ts'

const clock = createManualClock(Date.UTC(2026, 10, 20, 9))

test('a clock that is behind is off by a positive time, one that is ahead by a negative one', async () => {
  for (const off of [0, 12_500, -7250]) {
    const server = await startFakeTimeServer(() => clock.now() + off)
    expect(await measureOffset(server, clock)).toBeCloseTo(off, 0)
  }
})

test('a server that does not answer, does not know the time or did not hear the question is not believed', async () => {
  const silent = await startFakeTimeServer(
    () => clock.now(),
    () => undefined,
  )
  await expect(measureOffset(silent, clock, 100)).rejects.toThrow('127.0.0.1 did not answer within 0.1 seconds.')
  const unsynchronized = await startFakeTimeServer(
    () => clock.now(),
    (answer) => answer.fill(0, 1, 2),
  )
  await expect(measureOffset(unsynchronized, clock)).rejects.toThrow('does not know the time')
  const client = await startFakeTimeServer(
    () => clock.now(),
    (answer) => answer.fill(0x23, 0, 1),
  )
  await expect(measureOffset(client, clock)).rejects.toThrow('does not know the time')
  const forged = await startFakeTimeServer(
    () => clock.now(),
    (answer) => answer.fill(7, 24, 32),
  )
  await expect(measureOffset(forged, clock, 100)).rejects.toThrow('did not answer')
  const short = await startFakeTimeServer(
    () => clock.now(),
    (answer) => answer.subarray(0, 47),
  )
  await expect(measureOffset(short, clock, 100)).rejects.toThrow('did not answer')
})

test('a host that is not known, and a port where nobody listens, are failures and no crash', async () => {
  await expect(measureOffset({ host: 'no-such-host.invalid', port: 123 }, clock, 5000)).rejects.toThrow('no-such-host.invalid')
  const server = await startFakeTimeServer(() => clock.now())
  await expect(measureOffset({ host: server.host, port: 1 }, clock, 500)).rejects.toThrow(/ECONNREFUSED|did not answer/)
})
