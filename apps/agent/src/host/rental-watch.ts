/** Tracks whether a rented workload runs on the machine; work that would slow it down waits until none does. */
export interface RentalWatch {
  isRented(): boolean
  /** Called by the workload that is rented. */
  set(isRented: boolean): void
  /** Calls back with each change; returns the function that unsubscribes. */
  onChange(listener: () => void): () => void
}

export function createRentalWatch(): RentalWatch {
  const listeners = new Set<() => void>()
  let isRented = false
  return {
    isRented: () => isRented,
    set: (next) => {
      if (next === isRented) return
      isRented = next
      for (const listener of listeners) listener()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
