import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { projectsQuery } from '../../../shared/projects/projects-query.ts'
import { SearchField } from '../../../ui/components/search-field.tsx'
import styles from './instance-list.module.css'
import { type ListFilters, stateGroups } from './use-list-filters.ts'

interface ListFiltersProps {
  filters: ListFilters
  /** Whether instances of projects are listed. */
  projects: 'some' | 'none'
  onChange: (change: Partial<ListFilters>) => void
}

/** Text, state and project that the listed instances have. */
export function InstanceFilters({ filters, projects, onChange }: ListFiltersProps) {
  return (
    <div className={styles.filters}>
      <SearchField label="Search instances" value={filters.q} onSearch={(q) => onChange({ q })} />
      <Select
        aria-label="State"
        placeholder="Any state"
        clearable
        w={170}
        data={stateGroups.map(({ value, label }) => ({ value, label }))}
        value={filters.state}
        onChange={(state) => onChange({ state })}
      />
      {(projects === 'some' || filters.project !== null) && (
        <ProjectFilter value={filters.project} onChange={(project) => onChange({ project })} />
      )}
    </div>
  )
}

interface ProjectFilterProps {
  value: string | null
  onChange: (project: string | null) => void
}

/** Archived projects too: what they ordered may still run. */
function ProjectFilter({ value, onChange }: ProjectFilterProps) {
  const { data } = useQuery(projectsQuery(useClient()))
  const names = (data?.projects ?? []).map(({ name }) => name)
  return (
    <Select
      aria-label="Project"
      placeholder="Any project"
      clearable
      searchable
      w={170}
      data={value === null || names.includes(value) ? names : [value, ...names]}
      value={value}
      onChange={onChange}
    />
  )
}
