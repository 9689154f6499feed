/* A process of its own for tests: owns the embedded database of the folder it is given until SIGTERM, and prints what it started. */
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'

const ignore = () => {}
const log = {
  level: 'silent',
  msgPrefix: undefined,
  fatal: ignore,
  error: ignore,
  warn: ignore,
  info: ignore,
  debug: ignore,
  trace: ignore,
  silent: ignore,
}

try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log, durable: false })
  console.log(JSON.stringify({ connection: server.connection, owner: server.owner, pid: server.pid() }))
  process.once('SIGTERM', () => void server.stop().then(() => process.exit()))
} catch (error) {
  console.log(JSON.stringify({ refused: (error as Error).message }))
}
