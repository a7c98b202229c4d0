/** The command line is invalid. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Nothing has the given name or id. Exit code 4. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
}

/** The requested result was not reached. Exit code 1. */
export class FailedError extends Error {
  override readonly name = 'FailedError'
}

/** A wait exceeded its time limit. Exit code 7. */
export class WaitedTooLongError extends Error {
  override readonly name = 'WaitedTooLongError'
}

/** The user declined, or pressed Ctrl-C at a question. Exit code 130. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}
