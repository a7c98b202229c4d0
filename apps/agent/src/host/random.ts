import { randomUUID } from 'node:crypto'

/** The machine's random numbers; tests pass fixed ones. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  uuid(): string
}

export const systemRandom: Random = {
  next: () => Math.random(),
  uuid: () => randomUUID(),
}
