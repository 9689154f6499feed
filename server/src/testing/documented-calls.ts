import { readContract } from './read-contract.ts'
import type { TestApp } from './start-test-app.ts'

export const contract = await readContract()

export async function documentedBy(app: TestApp): Promise<string[]> {
  const { body } = await app.send<{ paths: Record<string, Record<string, unknown>> }>('GET', '/api/openapi.json')
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
  )
}
