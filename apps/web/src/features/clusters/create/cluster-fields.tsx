import { clusterLimits } from '@gridloom/contract/clusters/network'
import { limits } from '@gridloom/contract/core/constants'
import type { Template } from '@gridloom/contract/templates/template'
import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { EnvFields } from '../../../shared/templates/env-fields.tsx'
import styles from '../clusters.module.css'
import type { ClusterDraft } from './create-draft.ts'

interface ClusterFieldsProps {
  draft: ClusterDraft
  templates: readonly Template[]
  wrong: Readonly<Record<string, string>>
  onChange: (part: Partial<ClusterDraft>) => void
}

/** The name, the image and the size of each node. */
export function ClusterFields({ draft, templates, wrong, onChange }: ClusterFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        description="Nodes are named after it: train-0, train-1, …"
        placeholder="train"
        maxLength={clusterLimits.nameChars}
        value={draft.name}
        error={wrong.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <NativeSelect
        label="Template"
        value={draft.templateId}
        error={wrong.template_id}
        data={[
          ...templates.map(({ id, template_name }) => ({ value: id, label: template_name })),
          { value: '', label: 'Own image' },
        ]}
        onChange={({ currentTarget }) => onChange({ templateId: currentTarget.value })}
      />
      {draft.templateId === '' && <OwnImage draft={draft} wrong={wrong} onChange={onChange} />}
      <div className={styles.row}>
        <NumberInput
          label="Slots per node"
          min={1}
          max={limits.slotsPerInstance}
          allowDecimal={false}
          value={draft.slots}
          error={wrong.slots}
          onChange={(slots) => onChange({ slots: Math.max(1, Number(slots) || 1) })}
        />
        <NumberInput
          label="Disk per node"
          suffix=" GB"
          min={limits.diskGbMin}
          max={limits.diskGbMax}
          allowDecimal={false}
          value={draft.diskGb}
          error={wrong.disk_gb}
          onChange={(gb) => Number(gb) > 0 && onChange({ diskGb: Number(gb) })}
        />
        <NumberInput
          label="Time to start"
          suffix=" minutes"
          min={clusterLimits.startMinutesMin}
          max={clusterLimits.startMinutesMax}
          allowDecimal={false}
          value={draft.startMinutes}
          error={wrong.start_minutes}
          onChange={(startMinutes) => onChange({ startMinutes })}
        />
      </div>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>
          Environment of each node <span className={styles.sub}>optional</span>
        </legend>
        <EnvFields env={draft.env} wrong={wrong} onChange={(env) => onChange({ env })} />
      </fieldset>
    </>
  )
}

function OwnImage({ draft, wrong, onChange }: Omit<ClusterFieldsProps, 'templates'>) {
  return (
    <>
      <TextInput
        label="Image"
        placeholder="python:3.13"
        value={draft.image}
        error={wrong['template.image_path_with_tag']}
        onChange={({ currentTarget }) => onChange({ image: currentTarget.value })}
      />
      <Textarea
        label="Start script"
        description="Runs on each node; GRIDLOOM_NODE_RANK tells them apart."
        autosize
        minRows={2}
        maxRows={8}
        value={draft.startScript}
        error={wrong['template.on_start_script']}
        onChange={({ currentTarget }) => onChange({ startScript: currentTarget.value })}
      />
    </>
  )
}
