const ctrlP = 0x10
const ctrlQ = 0x11

/** The typed bytes to forward, and whether the user asked to detach. */
export interface TypedKeys {
  pass: Uint8Array<ArrayBuffer>
  leaving: 'yes' | 'no'
}

/**
 * Detects Ctrl-P Ctrl-Q, as Docker's terminals do. A Ctrl-P is held back until the next key shows whether it starts the
 * sequence; input after the sequence is dropped.
 */
export function createDetachKeys(): (bytes: Uint8Array) => TypedKeys {
  let held = false
  return (bytes) => {
    const pass: number[] = []
    for (const byte of bytes) {
      if (held && byte === ctrlQ) return { pass: Uint8Array.from(pass), leaving: 'yes' }
      if (held) pass.push(ctrlP)
      held = byte === ctrlP
      if (!held) pass.push(byte)
    }
    return { pass: Uint8Array.from(pass), leaving: 'no' }
  }
}
