import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'
import { stoppedOrigins } from './application.ts'

/** Collects what no test may pass over in silence: console errors (a breach of the CSP is one), uncaught errors, requests that leave the machine. */
export type PageGuard = {
  watch(context: BrowserContext): void
  /** Permits problems whose text matches, for the rest of the test. */
  allow(pattern: RegExp): void
  /** The test is over: what its pages say while they close is nobody's. */
  end(): void
  /** In order of appearance, without the permitted ones. */
  problems(): string[]
}

export function createPageGuard(): PageGuard {
  const seen: string[] = []
  const allowed: RegExp[] = []
  let isOver = false

  const see = (problem: string) => {
    if (!isOver) seen.push(problem)
  }
  const onRequest = (method: string, url: string) => {
    if (leavesTheMachine(url)) see(`Request that leaves the machine: ${method} ${url}`)
  }
  const onPage = (page: Page) => {
    page.on('websocket', (socket) => onRequest('WebSocket', socket.url()))
    page.on('crash', () => see(`Page crashed: ${page.url()}`))
  }

  return {
    watch(context) {
      context.on('console', (message) => {
        if (message.type() === 'error' && !isRefusal(message) && !isAfterTheEnd(message) && !isStoppedInPreview(message))
          see(`Console error: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => see(`Uncaught error: ${error.error().stack ?? error.error().message}`))
      context.on('request', (request) => onRequest(request.method(), request.url()))
      context.on('page', onPage)
      context.pages().forEach(onPage)
    },
    allow: (pattern) => void allowed.push(pattern),
    end: () => void (isOver = true),
    problems: () => seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
  }
}

/**
 * Chromium writes every answer from 400 on into the console. The ones by which the application says no on purpose (sign in, may not,
 * conflict, invalid, too often) are its normal speech; any other one stays a problem.
 */
function isRefusal(message: ConsoleMessage) {
  const status = message.text().match(/^Failed to load resource: the server responded with a status of (\d+)/)?.[1]
  const url = message.location().url
  return ['401', '403', '409', '422', '429'].includes(status ?? '') && URL.canParse(url) && new URL(url).pathname.startsWith('/api/')
}

/** Playwright looks into every frame with scripts of its own; those of previews let none run, neither its nor anybody's. */
const isStoppedInPreview = (message: ConsoleMessage) => /^Blocked script execution in '[^']+\/api\/previews\//.test(message.text())

/** Nobody answers where the test has stopped the application. */
function isAfterTheEnd(message: ConsoleMessage) {
  // Of a script that a worker asks for, the message does not say where it is from.
  const url = message.location().url || (message.page()?.url() ?? '')
  return /net::ERR_|bad HTTP response code \(503\)/.test(message.text()) && URL.canParse(url) && stoppedOrigins.has(new URL(url).origin)
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function leavesTheMachine(address: string) {
  const { protocol, hostname } = new URL(address)
  return ['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && !loopback.has(hostname)
}
