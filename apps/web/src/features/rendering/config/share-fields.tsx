import { NumberInput, Radio, Slider } from '@mantine/core'
import { Section } from '../../../ui/components/section.tsx'
import { formatDuration } from '../../../ui/format/times.ts'
import styles from './config.module.css'
import type { Draft } from './use-draft.ts'

/** How the work is shared among machines. */
export function ShareFields({ draft }: { draft: Draft }) {
  const { form } = draft
  const { split, chunk_target_s: targetS } = form.values
  return (
    <Section title="How it is shared">
      <Radio.Group label="Each frame" {...form.getInputProps('split')}>
        <div className={styles.radios}>
          <Radio value="whole" label="Whole, on one machine" description="Best for animations" />
          <Radio
            value="tiles"
            label="In tiles, put together exactly"
            description="For one large still, without denoising"
          />
          <Radio
            value="samples"
            label="In ranges of samples, merged by Blender"
            description="For one large still with denoising; Cycles only"
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
        <p className={styles.label}>
          Frames given out together should take a machine {formatDuration(targetS)}
        </p>
        <Slider
          min={60}
          max={180}
          step={10}
          label={null}
          thumbLabel="Seconds for a chunk"
          {...form.getInputProps('chunk_target_s')}
        />
        <p className={styles.hint}>
          Longer saves starts of Blender; shorter loses less when a machine leaves. Near the end
          they get smaller by themselves.
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
