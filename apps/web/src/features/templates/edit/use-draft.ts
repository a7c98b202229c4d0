import type { Template } from '@gridloom/contract/templates/template'
import { useState } from 'react'
import {
  discarded,
  isChanged,
  replacedBy,
  startDraft,
  withFetched,
  withSaved,
} from './draft-state.ts'
import type { TemplateDraft } from './template-draft.ts'

/** The input of the editor of a template, which follows the stored one while nothing was typed. */
export function useDraft(template: Template | undefined, start: TemplateDraft) {
  const [state, setState] = useState(() => startDraft(template, start))
  if (template !== undefined && template !== state.fetched) setState(withFetched(state, template))
  return {
    ...state,
    isChanged: isChanged(state),
    change: (part: Partial<TemplateDraft>) =>
      setState((before) => ({ ...before, draft: { ...before.draft, ...part } })),
    replaceBy: (newest: Template) => setState((before) => replacedBy(before, newest)),
    discard: () => setState(discarded),
    keepSaved: (saved: Template, submitted: TemplateDraft) =>
      setState((before) => withSaved(before, { saved, submitted })),
  }
}
