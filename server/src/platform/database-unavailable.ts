/** Node's names for a server that cannot be reached. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** `read_only_sql_transaction`: a standby that is not promoted yet, or a disk that was full. */
const readOnlyCode = '25006'

/** From `statement_timeout`. */
const canceledCode = '57014'

/** PostgreSQL error codes or classes that mean: not now, perhaps later. */
const postgresCodes = [
  '08', // connection exception
  '53', // insufficient resources: 53100 disk full, 53200 out of memory, 53300 too many connections
  '57P', // 57P01 shut down by an administrator, 57P02 crash, 57P03 still starting, 57P04 database dropped
  canceledCode,
  '58', // system error: I/O error, missing file
  '25P03', // idle in transaction for too long
  readOnlyCode,
]

/** `pg` and its pool tell these apart by their texts only. */
const messages = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect$/,
  /^Query read timeout$/,
  /^Client has encountered a connection error and is not queryable$/,
  /^Client was closed and is not queryable$/,
  /^Cannot use a pool after calling end on the pool$/,
]

/** Whether the database is down, busy or restarting: answered with 503 rather than as a bug of ours. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (systemCodes.has(code)) return true
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect' // the socket of a stopped server
  if (/^[0-9A-Z]{5}$/.test(code)) return postgresCodes.some((start) => code.startsWith(start))
  return messages.some((message) => message.test(error.message))
}

/** Whether the database answers but currently refuses writes. */
export const isDatabaseReadOnly = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === readOnlyCode

/** Whether a statement exceeded its time limit. */
export const isCancelled = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === canceledCode
