import type { SnapshotProblemCode } from '@gridloom/contract/agent/snapshots'

/** Why a snapshot cannot be captured, as a closed code and a text for its renter. */
export class CaptureFailure extends Error {
  override readonly name = 'CaptureFailure'
  readonly code: SnapshotProblemCode

  constructor(code: SnapshotProblemCode, text: string, options: { cause?: unknown } = {}) {
    super(text, options)
    this.code = code
  }
}
