import { type Instance, RestartPolicy } from '@gridloom/contract/instances/instance'
import { Select } from '@mantine/core'
import { Section } from '../../../ui/components/section.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useChangeInstance } from '../api/change-instance.ts'

const choices = [
  { value: 'on_machine_restart', label: 'Starts again' },
  { value: 'never', label: 'Stays stopped' },
] as const satisfies readonly { value: RestartPolicy; label: string }[]

/** What happens when the machine restarts, changed at once. */
export function RestartRule({ instance }: { instance: Instance }) {
  const change = useChangeInstance(instance.id)
  const choose = (value: string | null) => {
    const policy = RestartPolicy.safeParse(value)
    if (policy.success && policy.data !== instance.restart_policy)
      change.mutate({ restart_policy: policy.data })
  }
  return (
    <Section title="After a machine restart">
      <Select
        aria-label="After a machine restart"
        description="Nothing is charged while the machine is off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[...choices]}
        value={change.variables?.restart_policy ?? instance.restart_policy}
        allowDeselect={false}
        disabled={change.isPending}
        error={change.error ? describeError(change.error).text : undefined}
        onChange={choose}
      />
    </Section>
  )
}
