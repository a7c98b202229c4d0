import type { Template } from '@gridloom/contract/templates/template'
import type { WrongFields } from '../../../ui/form/problem-at.ts'
import type { TemplateDraft } from './template-draft.ts'
import { bodyOf, toNewTemplate, toTemplateChange } from './to-template.ts'

/** An attempt to save that failed at fields, here or at the server. */
export interface FailedAttempt {
  readonly submitted: TemplateDraft
  readonly fields: WrongFields
}

/**
 * Returns the problems that are left while the input is corrected: those that the schema still finds, and those of the
 * failed attempt at fields that are as they were.
 */
export function problemsLeft(
  draft: TemplateDraft,
  { submitted, fields }: FailedAttempt,
  base: Template | undefined,
): WrongFields {
  const attempt = base ? toTemplateChange(draft, base) : toNewTemplate(draft)
  const kept = Object.entries(fields).filter(([path]) => {
    const [field = ''] = path.split('.')
    return fieldText(draft, field) === fieldText(submitted, field)
  })
  return { ...Object.fromEntries(kept), ...(attempt.ok ? {} : attempt.fields) }
}

function fieldText(draft: TemplateDraft, field: string): string | undefined {
  const { name, password } = draft
  const values = new Map<string, unknown>([
    ...Object.entries(bodyOf(draft)),
    ['name', name],
    // As typed: the request leaves out a text query that cannot be read.
    ['extra_filters', draft.filters],
    ['docker_repo_password', password],
  ])
  return JSON.stringify(values.get(field))
}
