import { randomUUID } from 'node:crypto'

/** Chance as the machine has it; tests hand in a fixed one. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  uuid(): string
}

export const systemRandom: Random = {
  next: () => Math.random(),
  uuid: () => randomUUID(),
}
