/** What happened to which thing: `area.past_tense_verb`, such as `machine.connected`. */
export type LogEvent = `${string}.${string}`

/** The fields of a line: its event, ids of what it is about, and the error in `err`. */
export interface LogFields {
  readonly event: LogEvent
  readonly [field: string]: unknown
}

type WriteLine = (fields: LogFields, sentence: string) => void

/** The agent's log. Every line names its event; the sentence is for people. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', WriteLine>>
