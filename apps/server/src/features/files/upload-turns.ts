import { Refused } from '@gridloom/contract/errors'

/** Lets one request at a time write to an upload, the newest: an earlier one may wait on a connection that is dead. */
export interface UploadTurns {
  /**
   * Ends the request that has the turn, waits until it has left, and takes it.
   * @throws Refused `state_conflict` where the other does not leave
   */
  enter(upload: string, cut: () => void): Promise<Disposable>
}

interface Turn {
  cut(): void
  readonly left: Promise<void>
}

const newerMax = 5

export function createUploadTurns(): UploadTurns {
  const turns = new Map<string, Turn>()
  return {
    async enter(upload, cut) {
      for (let newer = 0; newer < newerMax; newer += 1) {
        const turn = turns.get(upload)
        if (turn === undefined) return take(upload, cut)
        turn.cut()
        await turn.left
      }
      throw new Refused('state_conflict', {
        details: { what: 'upload', state: 'sent by another connection' },
      })
    },
  }

  function take(upload: string, cut: () => void): Disposable {
    const { promise: left, resolve } = Promise.withResolvers<void>()
    const turn = { cut, left }
    turns.set(upload, turn)
    return {
      [Symbol.dispose]() {
        if (turns.get(upload) === turn) turns.delete(upload)
        resolve()
      },
    }
  }
}
