import type { Template } from '@gridloom/contract/templates/template'
import { draftOf, isSameDraft, type TemplateDraft } from './template-draft.ts'

/** The input of the editor, and the stored template that it changes. */
export interface DraftState {
  /** The template that the input began with; `undefined` for a new one. */
  readonly base: Template | undefined
  /** The input that changes nothing. */
  readonly first: TemplateDraft
  readonly draft: TemplateDraft
  /** The template as it was last fetched. */
  readonly fetched: Template | undefined
  /** Whether somebody else saved a version after `base`. */
  readonly isBehind: boolean
  /** Counts how often the input was replaced: editors of code begin again then. */
  readonly revision: number
}

export function startDraft(template: Template | undefined, start: TemplateDraft): DraftState {
  const first = template ? draftOf(template) : start
  return { base: template, first, draft: first, fetched: template, isBehind: false, revision: 0 }
}

export function isChanged({ draft, first }: DraftState): boolean {
  return !isSameDraft(draft, first)
}

/** Takes over a template that was fetched again. What was typed is kept: a newer version is only noted then. */
export function withFetched(state: DraftState, fetched: Template): DraftState {
  if (!isChanged(state)) return { ...replacedBy(state, fetched), fetched }
  if (fetched.version !== state.base?.version) return { ...state, fetched, isBehind: true }
  const isPublic = fetched.public_template
  const draft = state.draft.isPublic === state.first.isPublic ? { isPublic } : {}
  return {
    ...state,
    fetched,
    base: fetched,
    first: draftOf(fetched),
    draft: { ...state.draft, ...draft },
    isBehind: false,
  }
}

/** Replaces the input by a stored template. */
export function replacedBy(state: DraftState, template: Template): DraftState {
  const first = draftOf(template)
  const isSameVersion = state.base?.version === template.version && !isChanged(state)
  return {
    ...state,
    base: template,
    first,
    draft: first,
    isBehind: false,
    revision: isSameVersion ? state.revision : state.revision + 1,
  }
}

/** Goes back to the input that changes nothing. */
export function discarded(state: DraftState): DraftState {
  return { ...state, draft: state.first, revision: state.revision + 1 }
}

/** Takes over what was stored; what was typed while `submitted` was saved stays. */
export function withSaved(
  state: DraftState,
  { saved, submitted }: { saved: Template; submitted: TemplateDraft },
): DraftState {
  const first = draftOf(saved)
  const { password, picture } = first
  const draft = state.draft === submitted ? first : { ...state.draft, password, picture }
  return { ...state, base: saved, first, draft, isBehind: false }
}
