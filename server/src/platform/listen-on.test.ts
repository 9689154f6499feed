import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { listenOn } from './listen-on.ts'

const names = { host: 'METRICS_HOST', port: 'METRICS_PORT' }

test('the setting at fault is named if nothing can listen at an address', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const listen = (host: string) => listenOn(fastify(), { host, port, names })
  await expect(listen('127.0.0.1')).rejects.toThrow(`Port ${port} is taken by another program. Set METRICS_PORT to another number.`)
  // Of a network for documentation, which is nobody's.
  await expect(listen('203.0.113.9')).rejects.toThrow(
    '203.0.113.9 is no address of this machine. Set METRICS_HOST to an address of this machine',
  )
  await expect(listen('no name')).rejects.toThrow('The name no name leads to no address. Set METRICS_HOST to an address of this machine')
})
