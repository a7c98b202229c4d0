import type { TemplateId } from '@gridloom/contract/core/ids'
import type { Template } from '@gridloom/contract/templates/template'
import { useState } from 'react'
import { isCode } from '../../../api/is-code.ts'
import type { WrongFields } from '../../../ui/form/problem-at.ts'
import { type FailedAttempt, problemsLeft } from './failed-attempt.ts'
import type { TemplateDraft } from './template-draft.ts'
import { useDraft } from './use-draft.ts'
import { useSave } from './use-save.ts'

const noProblems: WrongFields = {}

interface EditorInput {
  /** The stored template as it was last fetched; `undefined` for a new one. */
  template: Template | undefined
  /** What a new template begins with. */
  start: TemplateDraft
  onCreated: (id: TemplateId) => void
}

/** State of the editor: the input, what it changes, and saving it. */
export function useEditor({ template, start, onCreated }: EditorInput) {
  const draft = useDraft(template, start)
  const [failed, setFailed] = useState<FailedAttempt>()
  const save = useSave({
    onInvalid: (submitted, fields) => setFailed({ submitted, fields }),
    onSaved: (saved, submitted) => {
      setFailed(undefined)
      draft.keepSaved(saved, submitted)
      if (template === undefined) onCreated(saved.id)
    },
  })
  return {
    ...draft,
    /** The last attempt to save, if it failed at fields. */
    failed,
    /** Problems by their path in the request, found here or by the server. */
    wrong: failed ? problemsLeft(draft.draft, failed, draft.base) : noProblems,
    save() {
      const isStored = draft.base !== undefined && !draft.isChanged
      if (!save.isPending && !isStored) save.save(draft.draft, draft.base)
    },
    isSaving: save.isPending,
    problem: save.problem,
    /** Somebody saved another version since this one was read. */
    isOutdated: isCode(save.error, 'template_changed') || draft.isBehind,
    loadNewest(newest: Template) {
      save.reset()
      setFailed(undefined)
      draft.replaceBy(newest)
    },
    discard() {
      save.reset()
      setFailed(undefined)
      draft.discard()
    },
  }
}
export type Editor = ReturnType<typeof useEditor>

/** What every section of the editor gets. */
export interface SectionProps {
  editor: Editor
}
