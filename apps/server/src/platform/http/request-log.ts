import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'

type ChildFactory = NonNullable<FastifyServerOptions['childLoggerFactory']>
type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/** Creates the log of a request. Its lines have the request's id. */
export const requestLog: ChildFactory = (log, bindings, options) =>
  new RequestLog(() => log.child(bindings, options))

/** Creates the underlying log with the first line: most requests write none, and it costs more than finding their route. */
class RequestLog implements FastifyBaseLogger {
  readonly #create: () => FastifyBaseLogger
  #log: FastifyBaseLogger | undefined

  constructor(create: () => FastifyBaseLogger) {
    this.#create = create
  }

  get level(): FastifyBaseLogger['level'] {
    return this.#created().level
  }

  child(...made: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#created().child(...made)
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line)
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line)
  }

  info(...line: unknown[]): void {
    this.#write('info', line)
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line)
  }

  error(...line: unknown[]): void {
    this.#write('error', line)
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line)
  }

  silent(): void {}

  #write(level: Level, line: unknown[]): void {
    const log = this.#created()
    Reflect.apply(log[level], log, line)
  }

  #created(): FastifyBaseLogger {
    this.#log ??= this.#create()
    return this.#log
  }
}
