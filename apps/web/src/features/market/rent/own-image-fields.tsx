import { limits } from '@gridloom/contract/core/constants'
import { LaunchMode, type Readiness } from '@gridloom/contract/templates/template'
import { chargingBegins } from '@gridloom/domain/charging-words'
import { Select, Textarea, TextInput } from '@mantine/core'
import { problemAt, type WrongFields } from './problem-at.ts'
import styles from './rent-dialog.module.css'
import type { OwnImage } from './rent-draft.ts'

interface OwnImageFieldsProps {
  own: OwnImage
  wrong: WrongFields
  onChange: (part: Partial<OwnImage>) => void
}

const launchModes = {
  shell: 'Shell with a start script',
  entrypoint: 'Entry point of the image',
} as const satisfies Record<LaunchMode, string>

const readinessKinds = {
  started: 'None',
  exec: 'Command exits with 0',
  http: 'HTTP response',
  tcp: 'Port accepts connections',
} as const satisfies Record<Readiness['kind'], string>

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
      <div className={styles.pair}>
        <Select
          label="Readiness check"
          description={chargingBegins}
          data={readinessOptions}
          value={own.readiness}
          allowDeselect={false}
          onChange={(readiness) => readiness && onChange({ readiness })}
        />
        <ReadinessDetail {...props} />
      </div>
    </>
  )
}

function LaunchFields({ own, wrong, onChange }: OwnImageFieldsProps) {
  const shell = own.launchMode === 'shell'
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

const readinessOptions = [
  { value: 'started', label: readinessKinds.started },
  { value: 'http', label: readinessKinds.http },
  { value: 'tcp', label: readinessKinds.tcp },
  { value: 'exec', label: readinessKinds.exec },
] as const satisfies { value: Readiness['kind']; label: string }[]

function ReadinessDetail(props: OwnImageFieldsProps) {
  const { own, wrong, onChange } = props
  switch (own.readiness) {
    case 'started':
      return null
    case 'tcp':
      return <ReadinessPort {...props} />
    case 'http':
      return (
        <div className={styles.pair}>
          <ReadinessPort {...props} />
          <TextInput
            label="Path"
            description="Ready below status 500"
            className={styles.mono}
            value={own.readinessPath}
            error={problemAt(wrong, 'template.readiness.path')}
            onChange={(event) => onChange({ readinessPath: event.currentTarget.value })}
          />
        </div>
      )
    case 'exec':
      return (
        <TextInput
          label="Command"
          description="Run by sh inside the container"
          className={styles.mono}
          value={own.readinessCommand}
          error={problemAt(wrong, 'template.readiness.command')}
          onChange={(event) => onChange({ readinessCommand: event.currentTarget.value })}
        />
      )
  }
}

function ReadinessPort({ own, wrong, onChange }: OwnImageFieldsProps) {
  return (
    <TextInput
      label="Port"
      description="Inside the container"
      inputMode="numeric"
      className={styles.mono}
      value={own.readinessPort}
      error={problemAt(wrong, 'template.readiness.port')}
      onChange={(event) => onChange({ readinessPort: event.currentTarget.value })}
    />
  )
}
