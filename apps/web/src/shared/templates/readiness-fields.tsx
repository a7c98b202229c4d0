import type { Readiness } from '@gridloom/contract/templates/container-fields'
import { chargingBegins } from '@gridloom/domain/charging-words'
import { NumberInput, Select, TextInput } from '@mantine/core'
import { problemAt, type WrongFields } from '../../ui/form/problem-at.ts'
import { wholeNumber } from '../../ui/form/whole-number.ts'
import styles from './container-fields.module.css'
import { readinessKinds } from './launch-words.ts'
import type { ReadinessDraft } from './readiness-draft.ts'

interface ReadinessFieldsProps {
  readiness: ReadinessDraft
  wrong: WrongFields
  /** The path of the check in the request, such as `template.readiness`. */
  path: string
  onChange: (readiness: ReadinessDraft) => void
}

/** The readiness check: its kind, and what that kind needs. */
export function ReadinessFields(props: ReadinessFieldsProps) {
  const { readiness, onChange } = props
  return (
    <div className={styles.pair}>
      <Select
        label="Readiness check"
        description={chargingBegins}
        data={readinessOptions}
        value={readiness.kind}
        allowDeselect={false}
        onChange={(kind) => kind && onChange({ ...readiness, kind })}
      />
      <ReadinessDetail {...props} />
    </div>
  )
}

/** How long the check may take before the start counts as failed. */
export function ReadinessTimeLimit({ readiness, wrong, path, onChange }: ReadinessFieldsProps) {
  if (readiness.kind === 'started') return null
  return (
    <NumberInput
      {...wholeNumber}
      label="Time limit"
      description="From the start of the container"
      suffix=" s"
      w={180}
      value={readiness.timeoutS}
      error={problemAt(wrong, `${path}.timeout_s`)}
      onChange={(timeoutS) => onChange({ ...readiness, timeoutS })}
    />
  )
}

const readinessOptions = [
  { value: 'started', label: readinessKinds.started },
  { value: 'http', label: readinessKinds.http },
  { value: 'tcp', label: readinessKinds.tcp },
  { value: 'exec', label: readinessKinds.exec },
] as const satisfies { value: Readiness['kind']; label: string }[]

function ReadinessDetail(props: ReadinessFieldsProps) {
  const { readiness, wrong, path, onChange } = props
  switch (readiness.kind) {
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
            value={readiness.path}
            error={problemAt(wrong, `${path}.path`)}
            onChange={(event) => onChange({ ...readiness, path: event.currentTarget.value })}
          />
        </div>
      )
    case 'exec':
      return (
        <TextInput
          label="Command"
          description="Run by sh inside the container"
          className={styles.mono}
          value={readiness.command}
          error={problemAt(wrong, `${path}.command`)}
          onChange={(event) => onChange({ ...readiness, command: event.currentTarget.value })}
        />
      )
  }
}

function ReadinessPort({ readiness, wrong, path, onChange }: ReadinessFieldsProps) {
  return (
    <TextInput
      label="Port"
      description="Inside the container"
      inputMode="numeric"
      className={styles.mono}
      value={readiness.port}
      error={problemAt(wrong, `${path}.port`)}
      onChange={(event) => onChange({ ...readiness, port: event.currentTarget.value })}
    />
  )
}
