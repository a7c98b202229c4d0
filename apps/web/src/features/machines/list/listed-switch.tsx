import type { Machine } from '@gridloom/contract/machines/machine'
import { Switch } from '@mantine/core'
import { useChangeMachine } from '../api/change-machine.ts'

/** Whether free slots are on the market. Turning it off ends nothing that runs. */
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
