import type { Instance } from '@gridloom/contract/instances/instance'
import { useNow } from '../../../browser/clock.ts'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import { costAt, formatCost } from '../cost.ts'

const titles = {
  ticking: 'Reckoned on from what the machine last said, at the running price',
  still: 'Nothing is charged right now',
  stale: 'As last heard: silence is not charged',
} as const

/** What an instance has cost so far, moving once a second while it is charged and heard. */
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
