import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { projectsQuery } from './projects-query.ts'

interface ProjectFieldProps {
  /** Empty: none. */
  value: string
  onChange: (project: string) => void
  error?: string | undefined
  description?: string
}

/** Chooses a project, or names a new one. The projects are fetched once the field is used. */
export function ProjectField({ value, onChange, error, description }: ProjectFieldProps) {
  const [used, setUsed] = useState<'yes' | 'no'>('no')
  const found = useQuery({ ...projectsQuery(useClient()), enabled: used === 'yes' })
  const active = (found.data?.projects ?? []).filter(({ archived_at: at }) => at === null)
  return (
    <Autocomplete
      label="Project"
      description={description ?? 'What its cost is booked to. A new name creates a project.'}
      placeholder="None"
      maxLength={40}
      data={active.map(({ name }) => name)}
      value={value}
      error={error}
      onFocus={() => setUsed('yes')}
      onChange={(text) => onChange(text.toLowerCase())}
    />
  )
}
