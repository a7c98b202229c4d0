import type { Machine } from '@gridloom/contract/machines/machine'
import { Switch } from '@mantine/core'
import { useChangeMachine } from '../api/change-machine.ts'

/** Lets a provider list a machine that is not isolated; shown if it is not, or if this was chosen before. */
export function IsolationChoice({ machine }: { machine: Machine }) {
  const change = useChangeMachine(machine.id)
  const lacks = machine.problems.some(({ code }) => code === 'not_isolated')
  if (!lacks && !machine.list_not_isolated) return null
  const wanted = change.isPending ? change.variables.list_not_isolated : undefined
  return (
    <Switch
      mt="xs"
      size="sm"
      label="List it as not isolated"
      description="Renters see this label. The machine is shown only to renters who allow machines that are not isolated."
      checked={wanted ?? machine.list_not_isolated}
      disabled={change.isPending}
      onChange={(event) => change.mutate({ list_not_isolated: event.currentTarget.checked })}
    />
  )
}
