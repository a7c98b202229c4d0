/** The form that a check protects; an answer for one form is rejected by the other. */

export type CheckedAction = 'login' | 'register'

export interface HumanCheckOptions {
  action: CheckedAction
  /** Receives the answer to send, or `undefined` once it has expired or was reset. */
  onAnswer: (answer: string | undefined) => void
  /** Aborts when the widget is removed from the page. */
  left: AbortSignal
}

/** Discards the answer and starts the check again: an answer is valid for one submission. */
export interface Resettable {
  reset(): void
}

/** A human check on the page, independent of the widget that implements it. */
export interface HumanCheck extends Resettable {
  remove(): void
}
