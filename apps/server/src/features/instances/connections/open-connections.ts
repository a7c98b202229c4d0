import type { InstanceId } from '@gridloom/contract/core/ids'

/** Terminals, tunnels and commands through this replica, by their instance. */
export interface OpenConnections {
  /** Counts one until it is disposed of. */
  open(id: InstanceId): Disposable
  /** Returns the instances that had one open at any time since the last call. */
  takeUsed(): readonly InstanceId[]
}

export function createOpenConnections(): OpenConnections {
  const open = new Map<symbol, InstanceId>()
  let used = new Set<InstanceId>()
  return {
    open(id) {
      const connection = Symbol(id)
      open.set(connection, id)
      used.add(id)
      return { [Symbol.dispose]: () => void open.delete(connection) }
    },
    takeUsed() {
      const taken = [...used]
      used = new Set(open.values())
      return taken
    },
  }
}
