/** The form that a check guards; an answer made for one is refused by the other. */

export type CheckedAction = 'login' | 'register'

export interface HumanCheckOptions {
  action: CheckedAction
  /** The answer to send, or `undefined` when it expired or was reset. */
  onAnswer: (answer: string | undefined) => void
  /** Aborts when its place on the page goes. */
  left: AbortSignal
}

/** Throws the answer away and starts over: an answer is good for one form. */
export interface Resettable {
  reset(): void
}

/** A human check on the page, whichever widget makes it. */
export interface HumanCheck extends Resettable {
  remove(): void
}
