import { type Logger, pino } from 'pino'

/** What happened to which thing: `area.past_tense_verb`, such as `instance.ordered`. */
export type LogEvent = `${string}.${string}`

/** The fields of a line: its event, ids of what it is about, and the error in `err`. */
export interface LogFields {
  readonly event: LogEvent
  readonly [field: string]: unknown
}

type WriteLine = (fields: LogFields, sentence: string) => void
type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/** The process's log, which pino writes. Every line names its event; the sentence is for people. */
export type Log = Record<Level, WriteLine>

/** Named cast: `createLog` and `silentLog` make every log, by pino. Fastify needs all of its methods. */
export function asPino(log: Log): Logger {
  return log as Logger
}

/** Places of secrets in log objects; their values are never written. */
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

/** The process's log: JSON lines on standard error, or readable ones on a terminal. */
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

/** A log that writes nothing, for tests. */
export function silentLog(): Log {
  return pino({ level: 'silent' })
}
