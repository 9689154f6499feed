import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../packaging/container')
const env = { PATH: process.env['PATH'] ?? '', TWOFOLD_HOST: 'vault.example.org', TWOFOLD_VERSION: '0.1.0' }

/** A program of Debian, in the folder of the container image; `npm run faults` names what is missing. */
function run(program: string, input: string[], environment: Record<string, string> = env) {
  try {
    return execFileSync(program, input, { cwd: folder, env: environment, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error(`${program} is not installed: apt install ${program}.`, { cause: error })
    throw error
  }
}

test('compose.yaml is valid, and only Caddy publishes ports', () => {
  const services =
    run('docker-compose', ['-f', 'compose.yaml', 'config'])
      .split(/^(?=\S)/m)
      .find((part) => part.startsWith('services:')) ?? ''
  const each = services.split(/^ {2}(?=\w)/m).slice(1)
  expect(new Set(each.map((service) => service.split(':')[0]))).toEqual(new Set(['app', 'caddy', 'database']))
  expect(each.filter((service) => /^ {4}ports:/m.test(service)).map((service) => service.split(':')[0])).toEqual(['caddy'])
  const app = each.find((service) => service.startsWith('app:')) ?? ''
  expect(app).toContain('read_only: true')
  expect(app).toMatch(/cap_drop:\n {4}- ALL/)
})

test('compose.yaml asks for what has no default', () => {
  const { TWOFOLD_HOST: _host, ...without } = env
  expect(() => run('docker-compose', ['-f', 'compose.yaml', 'config'], without)).toThrow(/Set TWOFOLD_HOST to the name of the host/)
})

test('Caddy takes its Caddyfile', () => {
  const home = { ...env, HOME: '/tmp' }
  expect(() => run('caddy', ['validate', '--config', 'Caddyfile', '--adapter', 'caddyfile'], home)).not.toThrow()
})
