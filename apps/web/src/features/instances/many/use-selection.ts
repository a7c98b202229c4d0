import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import { useState } from 'react'

/** The selected instances of a list: those that have left it are not selected any more. */
export interface Selection {
  selected: readonly Instance[]
  has: (id: InstanceId) => boolean
  toggle: (id: InstanceId) => void
  /** Selects all, or none if all are selected. */
  toggleAll: () => void
  clear: () => void
}

export function useSelection(instances: readonly Instance[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<InstanceId>>(new Set())
  const selectable = instances.filter(isSelectable)
  const selected = selectable.filter(({ id }) => ids.has(id))
  return {
    selected,
    has: (id) => ids.has(id),
    toggle(id) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    toggleAll() {
      const all = selected.length === selectable.length
      setIds(all ? new Set() : new Set(selectable.map(({ id }) => id)))
    },
    clear: () => setIds(new Set()),
  }
}

/** Nothing can be done with a destroyed instance. */
export function isSelectable({ state, desired }: Instance): boolean {
  return state !== 'destroyed' && desired !== 'destroyed'
}
