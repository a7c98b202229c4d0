import { type Logger, pino } from 'pino'

export type Log = Logger

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
