import type { Machine } from '@gridloom/contract/machines/machine'
import { Switch } from '@mantine/core'
import { useChangeMachine } from '../api/change-machine.ts'

/** Lists or unlists free slots. Unlisting does not stop running instances. */
export function ListedSwitch({ machine }: { machine: Machine }) {
  const change = useChangeMachine(machine.id)
  const wanted = change.isPending ? change.variables.listed : undefined
  return (
    <Switch
      size="sm"
      checked={wanted ?? machine.listed}
      disabled={change.isPending}
      onChange={(event) => change.mutate({ listed: event.currentTarget.checked })}
      aria-label={`List ${machine.name} on the market`}
    />
  )
}
