import { pixelsOf } from '@gridloom/domain/rendering/frame-parts'
import { NumberInput, Select, Switch } from '@mantine/core'
import { Section } from '../../../ui/components/section.tsx'
import { engineWord } from '../scene/scene-words.ts'
import styles from './config.module.css'
import { OwnLine } from './own-line.tsx'
import type { OwnField } from './own-values.ts'
import type { Draft } from './use-draft.ts'

const engines = (['cycles', 'eevee', 'workbench'] as const).map((value) => ({
  value,
  label: engineWord(value),
}))
const formats = [
  { value: 'png', label: 'PNG' },
  { value: 'openexr', label: 'OpenEXR' },
  { value: 'jpeg', label: 'JPEG' },
]

/** Size and format of the pictures. */
export function PictureFields({ draft }: { draft: Draft }) {
  const { form } = draft
  return (
    <Section title="Picture" note={sizeNote(draft)}>
      <div className={styles.fields}>
        <NumberField draft={draft} field="width" label="Width" min={4} max={65_536} suffix=" px" />
        <NumberField
          draft={draft}
          field="height"
          label="Height"
          min={4}
          max={65_536}
          suffix=" px"
        />
        <NumberField
          draft={draft}
          field="percentage"
          label="Percentage"
          min={1}
          max={1_000}
          suffix=" %"
        />
        <div className={styles.field}>
          <Select
            label="Format"
            data={formats}
            allowDeselect={false}
            {...form.getInputProps('format')}
          />
          <OwnLine draft={draft} field="format" name="Format" />
        </div>
        <NumberField draft={draft} field="fps" label="Frame rate of the video" min={1} max={240} />
        <SwitchField draft={draft} field="compositing" label="Compositing" />
      </div>
    </Section>
  )
}

/** Engine and quality settings. */
export function RenderEngineFields({ draft }: { draft: Draft }) {
  const { form } = draft
  return (
    <Section title="Engine">
      <div className={styles.fields}>
        <div className={styles.field}>
          <Select
            label="Engine"
            data={engines}
            allowDeselect={false}
            {...form.getInputProps('engine')}
          />
          <OwnLine draft={draft} field="engine" name="Engine" />
        </div>
        <NumberField
          draft={draft}
          field="samples"
          label="Samples"
          placeholder="as in the file"
          min={1}
          max={1_000_000}
        />
        <SwitchField draft={draft} field="denoise" label="Denoise" />
      </div>
    </Section>
  )
}

interface NumberFieldProps {
  draft: Draft
  field: Extract<OwnField, 'width' | 'height' | 'percentage' | 'fps' | 'samples'>
  label: string
  min: number
  max: number
  suffix?: string
  placeholder?: string
}

function NumberField({ draft, field, label, ...limits }: NumberFieldProps) {
  return (
    <div className={styles.field}>
      <NumberInput
        label={label}
        allowDecimal={field === 'fps'}
        classNames={{ input: 'gl-num' }}
        clampBehavior="none"
        {...limits}
        {...draft.form.getInputProps(field)}
      />
      <OwnLine draft={draft} field={field} name={label} />
    </div>
  )
}

interface SwitchFieldProps {
  draft: Draft
  field: 'denoise' | 'compositing'
  label: string
}

function SwitchField({ draft, field, label }: SwitchFieldProps) {
  return (
    <div className={styles.field}>
      <Switch label={label} {...draft.form.getInputProps(field, { type: 'checkbox' })} />
      <OwnLine draft={draft} field={field} name={label} />
    </div>
  )
}

function sizeNote({ form }: Draft): string | undefined {
  const { width, height, percentage } = form.values
  const typed = { width: Number(width), height: Number(height), percentage: Number(percentage) }
  if (Object.values(typed).some((number) => !(number > 0))) return undefined
  const pixels = pixelsOf(typed)
  return `${pixels.width} × ${pixels.height} pixels`
}
