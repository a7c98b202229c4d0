import { ProjectName } from '@gridloom/contract/budgets/project-name'
import { useNavigate, useSearch } from '@tanstack/react-router'

/** Groups of states that a renter looks for, each with the states of the API. */
export const stateGroups = [
  { value: 'running', label: 'Running', states: 'running' },
  { value: 'starting', label: 'Starting', states: 'requested,pulling,creating,starting' },
  { value: 'stopped', label: 'Stopped', states: 'stopped,stopping' },
  { value: 'trouble', label: 'Failed or lost', states: 'failed,lost' },
] as const
type StateGroup = (typeof stateGroups)[number]['value']

export interface ListFilters {
  which: 'present' | 'all'
  q: string
  state: StateGroup | null
  project: string | null
}

/** The filters of the list, kept in the URL so that they survive a reload. */
export function useListFilters() {
  const search: Readonly<Partial<Record<'show' | 'q' | 'state' | 'project', unknown>>> = useSearch({
    strict: false,
  })
  const navigate = useNavigate()
  const filters: ListFilters = {
    which: search.show === 'all' ? 'all' : 'present',
    q: typeof search.q === 'string' ? search.q.slice(0, 100) : '',
    state: stateGroups.find(({ value }) => value === search.state)?.value ?? null,
    project: ProjectName.safeParse(search.project).data ?? null,
  }
  return {
    filters,
    setFilters(change: Partial<ListFilters>) {
      const { which, q, state, project } = { ...filters, ...change }
      void navigate({
        to: '.',
        search: {
          ...(which === 'all' ? { show: 'all' } : {}),
          ...(q === '' ? {} : { q }),
          ...(state === null ? {} : { state }),
          ...(project === null ? {} : { project }),
        },
        replace: true,
        resetScroll: false,
      })
    },
  }
}

/** Returns the states of a group as the API takes them; empty: any. */
export function statesOf(group: StateGroup | null): string {
  return stateGroups.find(({ value }) => value === group)?.states ?? ''
}
