import { type Logger, pino } from 'pino'

/** The name of a log event: `area.past_tense_verb`, such as `instance.ordered`. */
export type LogEvent = `${string}.${string}`

/** The fields of a line: its event, ids of its subjects, and the error in `err`. */
export interface LogFields {
  readonly event: LogEvent
  readonly [field: string]: unknown
}

type WriteLine = (fields: LogFields, sentence: string) => void
type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/** The process's log, written by pino. Every line names its event; the message is for human readers. */
export type Log = Record<Level, WriteLine>

/** Named cast: `createLog` and `silentLog` make every log, with pino. Fastify needs all of its methods. */
export function asPino(log: Log): Logger {
  return log as Logger
}

/** Paths of secrets in log objects; their values are never written. */
const secretPaths = [
  'req.headers.authorization',
  'req.headers.cookie',
  'headers.authorization',
  'headers.cookie',
  '*.password',
  '*.token',
  '*.secret',
  '*.env',
]

/** Creates the process's log: JSON lines on standard error, or readable ones on a terminal. */
export function createLog(options: { level: string; pretty: 'yes' | 'no' }): Log {
  return pino({
    level: options.level,
    redact: { paths: secretPaths, censor: '[secret]' },
    serializers: { err: pino.stdSerializers.err },
    transport:
      options.pretty === 'yes'
        ? {
            target: 'pino-pretty',
            options: { destination: 2, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
          }
        : { target: 'pino/file', options: { destination: 2 } },
  })
}

/** Creates a log that writes nothing, for tests. */
export function silentLog(): Log {
  return pino({ level: 'silent' })
}
