/** The command line itself is wrong. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Nothing answers to a name or id that was given. Exit code 4. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
}

/** What was asked for did not come about. Exit code 1. */
export class FailedError extends Error {
  override readonly name = 'FailedError'
}

/** A wait was longer than its limit. Exit code 7. */
export class WaitedTooLongError extends Error {
  override readonly name = 'WaitedTooLongError'
}

/** The person said no, or pressed Ctrl-C at a question. Exit code 130. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}
