/** The event of a line: `area.past_tense_verb`, such as `machine.connected`. */
export type LogEvent = `${string}.${string}`

/** The fields of a line: its event, the ids of its objects, and the error in `err`. */
export interface LogFields {
  readonly event: LogEvent
  readonly [field: string]: unknown
}

type WriteLine = (fields: LogFields, sentence: string) => void

/** The agent's log. Every line has an event for filtering and a sentence for human readers. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', WriteLine>>
