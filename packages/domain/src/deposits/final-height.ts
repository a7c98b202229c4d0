import type { Finality } from '@gridloom/contract/deposits/deposit'

/** The heights that an endpoint states. */
export interface Heights {
  readonly head: number
  /** Of the block with the tag `finalized`; `null`: the chain has none. */
  readonly finalized: number | null
}

/** The height up to which blocks are final; below zero: none is. */
export function finalHeight(finality: Finality, { head, finalized }: Heights): number {
  return finality === 'finalized' ? (finalized ?? -1) : head - finality + 1
}

/** How many blocks confirm one: itself and those on top of it. */
export function confirmationsOf(height: number, head: number): number {
  return Math.max(0, head - height + 1)
}
