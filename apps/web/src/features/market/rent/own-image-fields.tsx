import { limits } from '@gridloom/contract/core/constants'
import { LaunchMode } from '@gridloom/contract/templates/container-fields'
import { Select, Textarea, TextInput } from '@mantine/core'
import { launchModes } from '../../../shared/templates/launch-words.ts'
import { ReadinessFields } from '../../../shared/templates/readiness-fields.tsx'
import { problemAt, type WrongFields } from '../../../ui/form/problem-at.ts'
import styles from './rent-dialog.module.css'
import type { OwnImage } from './rent-draft.ts'
import { SaveAsTemplate } from './save-as-template.tsx'

interface OwnImageFieldsProps {
  own: OwnImage
  wrong: WrongFields
  onChange: (part: Partial<OwnImage>) => void
}

/** An own image with its launch mode, ports and readiness check. */
export function OwnImageFields(props: OwnImageFieldsProps) {
  const { own, wrong, onChange } = props
  return (
    <>
      <TextInput
        label="Image"
        description={`At most ${limits.imageUnpackedGbMax} GB unpacked`}
        placeholder="ghcr.io/owner/name:tag"
        className={styles.mono}
        value={own.image}
        error={problemAt(wrong, 'template.image_path_with_tag')}
        onChange={(event) => onChange({ image: event.currentTarget.value })}
      />
      <LaunchFields {...props} />
      <ReadinessFields
        readiness={own.readiness}
        wrong={wrong}
        path="template.readiness"
        onChange={(readiness) => onChange({ readiness })}
      />
      <SaveAsTemplate own={own} />
    </>
  )
}

function LaunchFields({ own, wrong, onChange }: OwnImageFieldsProps) {
  const shell = own.launchMode !== 'entrypoint'
  return (
    <>
      <div className={styles.pair}>
        <Select
          label="Launch mode"
          data={LaunchMode.options.map((value) => ({ value, label: launchModes[value] }))}
          value={own.launchMode}
          allowDeselect={false}
          onChange={(launchMode) => launchMode && onChange({ launchMode })}
        />
        <TextInput
          label="Container ports"
          placeholder="8080, 5432"
          inputMode="numeric"
          className={styles.mono}
          value={own.ports}
          error={problemAt(wrong, 'template.ports')}
          onChange={(event) => onChange({ ports: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label={shell ? 'Start script' : 'Arguments for the entry point'}
        placeholder={shell ? 'apt-get update && …' : '--port 8080'}
        autosize
        minRows={2}
        maxRows={10}
        className={styles.mono}
        value={own.startScript}
        error={problemAt(wrong, 'template.on_start_script')}
        onChange={(event) => onChange({ startScript: event.currentTarget.value })}
      />
    </>
  )
}
