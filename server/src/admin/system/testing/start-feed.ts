import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A release feed on the loopback interface, which answers what a test says. */
export async function startFeed() {
  const feed = { body: '{}', status: 200, asked: 0, url: '' }
  const server = createServer((_request, response) => {
    feed.asked += 1
    response.writeHead(feed.status, { 'content-type': 'application/json' }).end(feed.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  feed.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/releases.json`
  return feed
}
