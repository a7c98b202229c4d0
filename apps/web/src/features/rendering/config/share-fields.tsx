import { formatDuration } from '@gridloom/domain/format-duration'
import { NumberInput, Radio, Slider } from '@mantine/core'
import { Section } from '../../../ui/components/section.tsx'
import styles from './config.module.css'
import type { Draft } from './use-draft.ts'

/** How the work is divided among machines. */
export function ShareFields({ draft }: { draft: Draft }) {
  const { form } = draft
  const { split, chunk_target_s: targetS } = form.values
  return (
    <Section title="Distribution">
      <Radio.Group label="Split each frame" {...form.getInputProps('split')}>
        <div className={styles.radios}>
          <Radio
            value="whole"
            label="No, render on one machine"
            description="Best for animations"
          />
          <Radio
            value="tiles"
            label="Into tiles"
            description="For a large still without denoising"
          />
          <Radio
            value="samples"
            label="Into sample ranges"
            description="For a large still with denoising. Cycles only."
          />
        </div>
      </Radio.Group>
      {split === 'tiles' && (
        <div className={styles.fields}>
          <PartField draft={draft} field="columns" label="Columns" min={1} />
          <PartField draft={draft} field="rows" label="Rows" min={1} />
        </div>
      )}
      {split === 'samples' && (
        <div className={styles.fields}>
          <PartField draft={draft} field="ranges" label="Ranges" min={2} />
        </div>
      )}
      <div className={styles.slider}>
        <p className={styles.label}>Target time per chunk: {formatDuration(targetS)}</p>
        <Slider
          min={60}
          max={180}
          step={10}
          label={null}
          thumbLabel="Seconds per chunk"
          {...form.getInputProps('chunk_target_s')}
        />
        <p className={styles.hint}>
          Longer chunks start Blender less often. Shorter chunks lose less when a machine goes
          offline. Chunks get smaller towards the end of the job.
        </p>
      </div>
    </Section>
  )
}

interface PartFieldProps {
  draft: Draft
  field: 'columns' | 'rows' | 'ranges'
  label: string
  min: number
}

function PartField({ draft, field, label, min }: PartFieldProps) {
  return (
    <NumberInput
      label={label}
      min={min}
      max={16}
      allowDecimal={false}
      clampBehavior="none"
      {...draft.form.getInputProps(field)}
    />
  )
}
