/** Whether something that is rented works on the machine: what would slow it down waits until nothing does. */
export interface RentalWatch {
  isRented(): boolean
  /** Set by whatever is rented. */
  set(isRented: boolean): void
  /** Calls back with each change; returns how to end that. */
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
