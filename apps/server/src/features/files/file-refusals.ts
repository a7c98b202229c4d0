import { plainText } from '@gridloom/contract/core/plain-text'
import { Refused } from '@gridloom/contract/errors'
import { SftpFailure } from './sftp/connection.ts'
import { SftpBroken, statusCodes } from './sftp/wire.ts'

const saidCharsMax = 200

/** The refusal for a file or folder that does not exist in the instance. */
export function noSuchFile(): Refused {
  return new Refused('not_found', { details: { what: 'file' } })
}

/** A refusal in the words of the instance. */
export function fileRefused(said: string, cause?: unknown): Refused {
  return new Refused('file_refused', { details: { said: plainText(said, saidCharsMax) }, cause })
}

/**
 * Maps failures of SFTP to refusals for the caller; everything else, the caller's own abort included, is thrown
 * unchanged.
 */
export async function asFileRefusals<T>(
  { signal }: { signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  try {
    signal.throwIfAborted()
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    throw fileRefusalOf(error)
  }
}

/** The refusal for a failure of SFTP; anything else as it is. */
export function fileRefusalOf(error: unknown): unknown {
  if (error instanceof SftpBroken)
    return new Refused('upstream_failed', { cause: error, internal: error.message })
  if (!(error instanceof SftpFailure)) return error
  if (error.status === statusCodes.noSuchFile) return noSuchFile()
  if (error.status === statusCodes.permissionDenied) return fileRefused('Permission denied.', error)
  return fileRefused(wordsOf(error), error)
}

/** OpenSSH says no more than this where the kernel had another reason than the two above. */
function wordsOf({ message }: SftpFailure): string {
  return message === 'Failure' ? 'The operation failed.' : `${message}.`
}
