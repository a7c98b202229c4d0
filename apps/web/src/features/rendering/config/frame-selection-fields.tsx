import { countFrames } from '@gridloom/domain/rendering/frame-list'
import { NumberInput, Select, TextInput } from '@mantine/core'
import { Section } from '../../../ui/components/section.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import styles from './config.module.css'
import { OwnLine } from './own-line.tsx'
import type { Draft } from './use-draft.ts'

/** Scene, camera and frames to render. */
export function FrameSelectionFields({ draft }: { draft: Draft }) {
  const { form } = draft
  const { frames, step } = form.values
  const count = countFrames(frames, Number(step) || 1)
  return (
    <Section title="Scene and frames" note={count > 0 ? plural(count, 'frame') : undefined}>
      <div className={styles.fields}>
        <SceneFields draft={draft} />
        <div className={styles.field}>
          <TextInput
            label="Frames"
            placeholder="1-100,120"
            classNames={{ input: 'gl-num' }}
            {...form.getInputProps('frames')}
          />
          <OwnLine draft={draft} field="frames" name="Frames" />
        </div>
        <div className={styles.field}>
          <NumberInput
            label="Step"
            min={1}
            max={10_000}
            allowDecimal={false}
            {...form.getInputProps('step')}
          />
          <OwnLine draft={draft} field="step" name="Step" />
        </div>
      </div>
    </Section>
  )
}

function SceneFields({ draft }: { draft: Draft }) {
  const { form, scene, own } = draft
  const { blends } = scene.contents
  const { blend_path: path } = form.values
  return (
    <>
      {blends.length > 1 && (
        <Select
          label="Blender file"
          data={blends.map((blend) => blend.path)}
          allowDeselect={false}
          {...form.getInputProps('blend_path')}
          onChange={(chosen) => chosen && draft.choose(chosen)}
        />
      )}
      <Select
        label="Scene"
        data={[...new Set(own?.blend.facts.scenes.map(({ name }) => name) ?? [form.values.scene])]}
        allowDeselect={false}
        {...form.getInputProps('scene')}
        onChange={(chosen) => chosen && draft.choose(path, chosen)}
      />
      <div className={styles.field}>
        <Select
          label="Camera"
          placeholder="none"
          data={[...new Set([...(own?.blend.facts.cameras ?? []), form.values.camera])].filter(
            Boolean,
          )}
          allowDeselect={false}
          {...form.getInputProps('camera')}
          value={form.values.camera || null}
        />
        <OwnLine draft={draft} field="camera" name="Camera" />
      </div>
    </>
  )
}
