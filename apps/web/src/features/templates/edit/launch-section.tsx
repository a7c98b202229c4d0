import { limits } from '@gridloom/contract/core/constants'
import { LaunchMode } from '@gridloom/contract/templates/container-fields'
import { Select, TagsInput, TextInput } from '@mantine/core'
import { EnvFields } from '../../../shared/templates/env-fields.tsx'
import { launchModes } from '../../../shared/templates/launch-words.ts'
import { ReadinessFields, ReadinessTimeLimit } from '../../../shared/templates/readiness-fields.tsx'
import { CodeField } from '../../../ui/code-editor/code-field.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { FieldGroup } from '../../../ui/form/field-group.tsx'
import { problemAt } from '../../../ui/form/problem-at.ts'
import { DockerOptionsField } from './docker-options-field.tsx'
import styles from './editor.module.css'
import type { SectionProps } from './use-editor.ts'

const modeHints = {
  shell: 'The entry point is ignored; the container stays up for terminals.',
  entrypoint: 'The image starts as it was designed to.',
  jupyter: 'JupyterLab on port 8888, installed from PyPI where the image has none.',
} as const satisfies Record<LaunchMode, string>

/** How the container starts: its mode, script or arguments, options, environment, ports and readiness check. */
export function LaunchSection({ editor }: SectionProps) {
  const { draft, wrong, change } = editor
  const check = {
    readiness: draft.readiness,
    wrong,
    path: 'readiness',
    onChange: (readiness: typeof draft.readiness) => change({ readiness }),
  }
  return (
    <Section title="Launch">
      <div className={styles.fields}>
        <div className={styles.pair}>
          <Select
            label="Launch mode"
            description={modeHints[draft.launchMode]}
            data={LaunchMode.options.map((value) => ({ value, label: launchModes[value] }))}
            value={draft.launchMode}
            allowDeselect={false}
            onChange={(launchMode) => launchMode && change({ launchMode })}
          />
          <TextInput
            label="Container ports"
            description="TCP ports that the program serves on"
            placeholder="8080, 5432"
            inputMode="numeric"
            className={styles.mono}
            value={draft.ports}
            error={problemAt(wrong, 'ports')}
            onChange={(event) => change({ ports: event.currentTarget.value })}
          />
        </div>
        {draft.launchMode === 'entrypoint' ? (
          <EntryPointArguments editor={editor} />
        ) : (
          <StartScript editor={editor} />
        )}
        <DockerOptionsField editor={editor} />
        <FieldGroup name="Environment">
          <EnvFields env={draft.env} wrong={wrong} onChange={(env) => change({ env })} />
        </FieldGroup>
        <ReadinessFields {...check} />
        <ReadinessTimeLimit {...check} />
      </div>
    </Section>
  )
}

function StartScript({ editor }: SectionProps) {
  return (
    <CodeField
      key={editor.revision}
      label="Start script"
      description="Runs at every start. Escape, then Tab leaves the editor."
      name="start.sh"
      text={editor.draft.startScript}
      error={problemAt(editor.wrong, 'on_start_script')}
      onChange={(startScript) => editor.change({ startScript })}
      onSave={editor.save}
    />
  )
}

function EntryPointArguments({ editor }: SectionProps) {
  const { draft, wrong, change } = editor
  return (
    <>
      <TagsInput
        label="Arguments for the entry point"
        description="Enter adds one; blanks within it are kept"
        placeholder={draft.entryPointArguments.length === 0 ? '--port' : ''}
        allowDuplicates
        splitChars={[]}
        maxTags={limits.entryPointArguments}
        className={styles.mono}
        value={[...draft.entryPointArguments]}
        error={problemAt(wrong, 'docker_entry_point_tags')}
        onChange={(entryPointArguments) => change({ entryPointArguments })}
      />
      {draft.commandLine !== null && (
        <TextInput
          label="Command line"
          description="Split into arguments, unless there are some above"
          className={styles.mono}
          value={draft.commandLine}
          error={problemAt(wrong, 'on_start_script')}
          onChange={(event) => change({ commandLine: event.currentTarget.value })}
        />
      )}
    </>
  )
}
