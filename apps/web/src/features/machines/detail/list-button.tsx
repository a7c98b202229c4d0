import type { Machine } from '@gridloom/contract/machines/machine'
import { Button } from '@mantine/core'
import { formatPerHour } from '../../../ui/format/money.ts'
import { useChangeMachine } from '../api/change-machine.ts'
import { pricedSlots } from '../machine-figures.ts'

/** Lists free slots on the market, with the price on the button, or unlists them. */
export function ListButton({ machine }: { machine: Machine }) {
  const change = useChangeMachine(machine.id)
  const [slot] = pricedSlots(machine)
  if (machine.listed) {
    return (
      <Button
        loading={change.isPending}
        onClick={() => change.mutate({ listed: false })}
        title="Takes free slots off the market. Running instances continue."
      >
        Unlist
      </Button>
    )
  }
  return (
    <Button
      variant="filled"
      loading={change.isPending}
      disabled={slot === undefined}
      onClick={() => change.mutate({ listed: true })}
    >
      {slot ? `List for ${formatPerHour(slot.microUsdPerHour)} a slot` : 'List'}
    </Button>
  )
}
