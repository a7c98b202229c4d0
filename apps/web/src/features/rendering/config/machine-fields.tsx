import { MultiSelect, NumberInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { machinesQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import styles from './config.module.css'
import type { Draft } from './use-draft.ts'

const devices = [
  { value: 'any', label: 'Any: CPU or GPU' },
  { value: 'cpu', label: 'CPU only' },
  { value: 'gpu', label: 'GPU only' },
]

const below: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** Requirements for machines, and the highest price to accept. */
export function MachineFields({ draft }: { draft: Draft }) {
  const { form } = draft
  const { data: machines = [] } = useQuery(machinesQuery(useClient()))
  return (
    <Section title="Machines">
      <div className={styles.fields}>
        <Select
          label="Device"
          data={devices}
          allowDeselect={false}
          inputWrapperOrder={below}
          description="Mixing devices can cause slight differences between frames"
          {...form.getInputProps('device')}
        />
        <NumberInput
          label="Minimum memory"
          suffix=" GiB"
          min={0}
          clampBehavior="none"
          inputWrapperOrder={below}
          description="0 for any"
          {...form.getInputProps('memory_gib_min')}
        />
        <UsdField
          label="Maximum price"
          placeholder="any"
          inputWrapperOrder={below}
          description="per reference hour"
          {...form.getInputProps('price_usd_max')}
        />
        {machines.length > 0 && (
          <MultiSelect
            label="Only my machines"
            placeholder={form.values.machine_ids.length === 0 ? 'any machine' : ''}
            inputWrapperOrder={below}
            description="The scene is not shared with other providers"
            data={machines.map(({ id, name }) => ({ value: id, label: name }))}
            clearable
            {...form.getInputProps('machine_ids')}
          />
        )}
      </div>
    </Section>
  )
}
