/** What one line of a listening socat says. */
export type ListenerLine =
  | { kind: 'listening'; port: number | null }
  | { kind: 'connection'; connection: number }
  | { kind: 'error'; text: string }

const patterns = {
  listening: /^\S+ \S+ socat\[\d+\] N listening on AF=(?:2 \d+\.\d+\.\d+\.\d+:(\d{1,5})$|1 )/,
  connection: /^connection (\d{1,9})$/,
  error: /^\S+ \S+ socat\[\d+\] E (.+)$/,
} as const

/** Parses a line of a socat with `-d -d` and {@link listenWords}; `undefined` for all others. */
export function listenerLineOf(line: string): ListenerLine | undefined {
  const connection = patterns.connection.exec(line)?.[1]
  if (connection !== undefined) return { kind: 'connection', connection: Number(connection) }
  const listening = patterns.listening.exec(line)
  if (listening !== null) {
    return { kind: 'listening', port: listening[1] === undefined ? null : Number(listening[1]) }
  }
  const text = patterns.error.exec(line)?.[1]
  return text === undefined ? undefined : { kind: 'error', text }
}
