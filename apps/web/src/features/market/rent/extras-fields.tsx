import { limits } from '@gridloom/contract/core/constants'
import { Checkbox, TextInput } from '@mantine/core'
import { ProjectField } from '../../../shared/projects/project-field.tsx'
import { EnvFields } from '../../../shared/templates/env-fields.tsx'
import { problemAt, type WrongFields } from '../../../ui/form/problem-at.ts'
import styles from './rent-dialog.module.css'
import type { RentDraft } from './rent-draft.ts'

interface ExtrasFieldsProps {
  draft: RentDraft
  wrong: WrongFields
  onChange: (part: Partial<RentDraft>) => void
}

/** Optional fields: a label for the instance, its project, its restart policy, and its environment. */
export function ExtrasFields({ draft, wrong, onChange }: ExtrasFieldsProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        <span>
          Label, project, restart and environment <span className={styles.hint}>optional</span>
        </span>
      </legend>
      <TextInput
        aria-label="Label"
        placeholder="Optional name"
        maxLength={limits.labelChars}
        value={draft.label}
        error={problemAt(wrong, 'label')}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <ProjectField
        value={draft.project}
        error={problemAt(wrong, 'project')}
        onChange={(project) => onChange({ project })}
      />
      <Checkbox
        label="Start again after a restart of the machine"
        description="Nothing is charged while the machine is off."
        checked={draft.restartPolicy === 'on_machine_restart'}
        onChange={(event) =>
          onChange({ restartPolicy: event.currentTarget.checked ? 'on_machine_restart' : 'never' })
        }
      />
      <EnvFields env={draft.env} wrong={wrong} onChange={(env) => onChange({ env })} />
    </fieldset>
  )
}
