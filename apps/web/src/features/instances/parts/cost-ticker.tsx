import type { Instance } from '@gridloom/contract/instances/instance'
import { useNow } from '../../../browser/clock.ts'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import { costAt, formatCost } from '../cost.ts'

const titles = {
  ticking: 'Estimated from the last heartbeat at the current price',
  still: 'No charges right now',
  stale: 'As of the last heartbeat. Not billed while the machine is offline.',
} as const

/** The instance's cost so far, updated once a second while it is charged and its machine is online. */
export function CostTicker({ instance }: { instance: Instance }) {
  const { microUsd, mode } = costAt(instance, useNow())
  return (
    <span
      className="gl-num"
      data-mode={mode}
      title={`${formatMoneyExact(microUsd)} · ${titles[mode]}`}
    >
      {formatCost(microUsd)}
    </span>
  )
}
