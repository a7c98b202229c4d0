import { ApiError, isAbort, NetworkError } from '@gridloom/client/api-error'
import { CommanderError } from 'commander'
import { CancelledError, NotFoundError, UsageError, WaitedTooLongError } from './errors.ts'

/** The exit codes of the program. Scripts rely on these numbers. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  signedOut: 3,
  notFound: 4,
  payment: 5,
  conflict: 6,
  network: 7,
  /** As for `timeout` of coreutils. */
  timedOutInside: 124,
  cancelled: 130,
} as const

/** Ends the program with an exit code that is not ours: that of a command in an instance. */
export class ExitWith extends Error {
  override readonly name = 'ExitWith'
  readonly exitCode: number

  constructor(exitCode: number, text = '') {
    super(text)
    this.exitCode = exitCode
  }
}

/** The table in `--help`. */
export const exitCodeHelp = `
Exit codes:
  0    success
  1    error
  2    invalid usage or input
  3    not signed in
  4    not found, or no access
  5    insufficient balance
  6    conflict: not possible in the current state, or already taken
  7    server unreachable, or timed out
  130  interrupted or aborted
  exec and shell exit with the exit code of the command (124: timed out).`

/** The exit code for an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  if (error instanceof ExitWith) return error.exitCode
  if (error instanceof UsageError) return exitCodes.usage
  if (error instanceof NotFoundError) return exitCodes.notFound
  if (error instanceof WaitedTooLongError || error instanceof NetworkError) return exitCodes.network
  if (error instanceof CancelledError || isAbort(error)) return exitCodes.cancelled
  return error instanceof ApiError ? exitCodeOfRefusal(error) : exitCodes.failure
}

function exitCodeOfRefusal(error: ApiError): number {
  if (error.code === 'credentials_wrong' || error.code === 'token_expired') {
    return exitCodes.signedOut
  }
  switch (error.status) {
    case 400:
      return exitCodes.usage
    case 401:
      return exitCodes.signedOut
    case 402:
      return exitCodes.payment
    case 404:
      return exitCodes.notFound
    case 409:
      return exitCodes.conflict
    case 503:
      return exitCodes.network
    default:
      return exitCodes.failure
  }
}
