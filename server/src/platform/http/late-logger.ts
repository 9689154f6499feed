import type { FastifyBaseLogger } from 'fastify'

/**
 * The logger of a request, which `make` makes once something is written: most requests write nothing, and making one for each costs more than
 * writing a header.
 */
export function createLateLogger(make: () => FastifyBaseLogger): FastifyBaseLogger {
  return new LateLogger(make)
}

class LateLogger implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get #logger(): FastifyBaseLogger {
    return (this.#made ??= this.#make())
  }

  get level(): string {
    return this.#logger.level
  }
  set level(level: string) {
    this.#logger.level = level
  }

  child(...input: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#logger.child(...input)
  }
  trace(...input: unknown[]): void {
    this.#write('trace', input)
  }
  debug(...input: unknown[]): void {
    this.#write('debug', input)
  }
  info(...input: unknown[]): void {
    this.#write('info', input)
  }
  warn(...input: unknown[]): void {
    this.#write('warn', input)
  }
  error(...input: unknown[]): void {
    this.#write('error', input)
  }
  fatal(...input: unknown[]): void {
    this.#write('fatal', input)
  }
  silent(): void {}

  #write(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', input: unknown[]) {
    const { [level]: write } = this.#logger
    Reflect.apply(write, this.#logger, input)
  }
}
