import type { PostgresConnection } from '../embedded-postgres/embedded-postgres.ts'

/** DATABASE_URL of a database that listens at a socket. */
export const databaseUrl = ({ host, port, user, password, database }: PostgresConnection) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
