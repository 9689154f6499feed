import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from './platform/config.ts'

const timeoutMs = 2_000
const betweenMs = 250

/** Whether the node started with this configuration serves. A worker has to report it at METRICS_PORT. */
export async function isReady(config: Config): Promise<boolean> {
  const address = readyAddress(config)
  if (address === undefined) return true
  try {
    return (await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })).status === 200
  } catch {
    return false // nothing listens yet
  }
}

/** Looks again and again for at most `seconds`. */
export async function waitUntilReady(config: Config, seconds: number): Promise<boolean> {
  const until = performance.now() + seconds * 1000
  while (!(await isReady(config))) {
    if (performance.now() > until) return false
    await pause(betweenMs)
  }
  return true
}

/** Undefined: this node opens no port. */
function readyAddress({ roles, host, port, metricsHost, metricsPort }: Config): string | undefined {
  if (roles.includes('web')) return addressOf(host, port)
  return metricsPort === undefined ? undefined : addressOf(metricsHost, metricsPort)
}

function addressOf(host: string, port: number): string {
  const local = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}/readyz`
}
