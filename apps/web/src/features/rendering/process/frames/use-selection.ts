import { useState } from 'react'

/** The selected frames by number; `undefined` outside of selection mode. */
export interface Selection {
  readonly chosen: ReadonlySet<number> | undefined
  begin(): void
  end(): void
  toggle(number: number): void
  /** Selects everything between the last clicked frame and this one, in display order. */
  reach(number: number, shown: readonly number[]): void
  choose(numbers: Iterable<number>): void
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>()
  const [last, setLast] = useState<number>()

  return {
    chosen,
    begin: () => setChosen(new Set()),
    end: () => setChosen(undefined),
    toggle(number) {
      setLast(number)
      setChosen((before = new Set()) =>
        before.has(number) ? without(before, number) : new Set([...before, number]),
      )
    },
    reach(number, shown) {
      setLast(number)
      setChosen(
        (before = new Set()) => new Set([...before, ...between(shown, last ?? number, number)]),
      )
    },
    choose: (numbers) => setChosen(new Set(numbers)),
  }
}

function without(numbers: ReadonlySet<number>, number: number): Set<number> {
  return new Set([...numbers].filter((other) => other !== number))
}

function between(shown: readonly number[], from: number, to: number): number[] {
  const [low, high] = from < to ? [from, to] : [to, from]
  return shown.filter((number) => number >= low && number <= high)
}
