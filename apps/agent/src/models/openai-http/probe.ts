import type { Dialect } from './dialect.ts'

/** What is known of an engine before it is probed. */
export interface ProbeSubject {
  readonly model: string
  readonly dialect: Dialect
  /** Whether its list of models says that the model reads images. */
  readonly saysVision: boolean
}

/** Small real requests that show a feature by their answers: an engine may ignore what it does not have. */
export interface Probe {
  readonly path: string
  /** Sent one after the other. */
  readonly bodies: readonly object[]
  /** Whether the answers show the feature. */
  shows(answers: readonly unknown[]): boolean
}
