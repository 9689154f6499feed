export { createClient, TwofoldError } from './runtime.ts'
export type { CallOptions, Client, ClientErrorCode, ClientOptions } from './runtime.ts'
export type { ErrorCode, Operations } from './operations.generated.ts'
