import type { MediaFailure } from '@gridloom/contract/media/media'

/** A video that cannot be encoded; the message is for operators of the server. */
export class EncodingFailed extends Error {
  override readonly name = 'EncodingFailed'
  readonly failure: MediaFailure
  constructor(failure: MediaFailure, message: string) {
    super(message)
    this.failure = failure
  }
}
