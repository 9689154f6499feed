import type { CallInput, CallResponse, Endpoint } from '@twofold/contract/endpoint'
import type { Application } from './application.ts'

type Parts = { params?: Record<string, string>; body?: unknown }

/** Calls the application as a program would, to make what a test begins with. Rejects unless it works. */
export async function call<E extends Endpoint>(
  app: Application,
  endpoint: E,
  input: CallInput<E>,
  headers: Record<string, string> = {},
): Promise<CallResponse<E>> {
  const { params = {}, body } = input as Parts
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const response = await fetch(`${app.url}/api${path}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${endpoint.method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as CallResponse<E>
}
