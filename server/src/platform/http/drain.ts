import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'

export interface DrainOptions {
  /** Milliseconds for which a connection without a request stays open: its client may be sending one right now. */
  quietMs: number
  /** Milliseconds after which everything is cut off. */
  mostMs: number
}

interface ConnectionState {
  responses: Set<ServerResponse>
  bytesRead: number
  quietSince: number
}

const checkEveryMs = 20
/** A turn of the event loop that is so short, and accepted no connection, has just seen an empty queue. */
const quietTurnMs = 0.1
const mostTries = 500

/**
 * Ends a server without cutting a request. Node's own `close()` destroys idle connections at once, also those on which a request
 * is just arriving, and lets busy ones go on with one request after the other.
 */
export function createDrain(server: Server): { announceEnd: () => void; drain: (options: DrainOptions) => Promise<void> } {
  const connections = new Map<Socket, ConnectionState>()
  let isDraining = false
  let accepted = 0

  server.on('connection', (socket) => {
    accepted += 1
    connections.set(socket, { responses: new Set(), bytesRead: 0, quietSince: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  // First of all listeners: the application may have answered when the next one runs.
  server.prependListener('request', ({ socket }, response) => {
    if (isDraining) response.setHeader('connection', 'close')
    const state = connections.get(socket)
    state?.responses.add(response)
    response.once('close', () => {
      state?.responses.delete(response)
      if (state !== undefined) state.quietSince = performance.now()
    })
  })

  /** Connections that wait in the kernel's queue are reset when the listener closes, so it closes right after that queue was empty. */
  async function stopListening() {
    for (let tries = 0; tries < mostTries; tries += 1) {
      // A process that has just slept is not preempted before the listener is closed.
      await pause(1)
      const before = { accepted, at: performance.now() }
      await turn()
      if (accepted === before.accepted && performance.now() - before.at < quietTurnMs) break
    }
    NetServer.prototype.close.call(server)
  }

  /** Makes every answer ask its client to reconnect. */
  function announceEnd() {
    isDraining = true
    for (const { responses } of connections.values()) {
      for (const response of responses) if (!response.headersSent) response.setHeader('connection', 'close')
    }
  }

  function closeQuiet(quietMs: number) {
    const now = performance.now()
    for (const [socket, state] of connections) {
      if (state.responses.size > 0) continue
      if (socket.bytesRead !== state.bytesRead) Object.assign(state, { bytesRead: socket.bytesRead, quietSince: now })
      else if (now - state.quietSince >= quietMs) socket.destroy()
    }
  }

  return {
    announceEnd,
    async drain({ quietMs, mostMs }) {
      const end = performance.now() + mostMs
      if (server.listening) await stopListening()
      // Only now: a client whose connection is closed opens a new one, which must be refused rather than reset.
      announceEnd()
      const from = performance.now()
      for (const state of connections.values()) state.quietSince = Math.max(state.quietSince, from)
      for (closeQuiet(quietMs); connections.size > 0 && performance.now() < end; closeQuiet(quietMs)) await pause(checkEveryMs)
      for (const socket of connections.keys()) socket.destroy()
    },
  }
}
