import type { RenderJob } from '@gridloom/contract/rendering/job'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { RenderChecks } from '../../../shared/rendering/render-checks.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { checksQuery } from '../api/render-queries.ts'

/** The checks of the job's frames by other owners' machines. */
export function ChecksPanel({ job }: { job: RenderJob }) {
  const checks = useQuery(checksQuery(useClient(), job.taskId))
  return (
    <Section title="Checks" note="free of charge" inset="flush">
      <Loaded query={checks} what="the checks">
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<IconShieldCheck size={20} stroke={1.6} />} title="No checks yet">
              Parts of some frames are rendered again on another owner’s machine and compared.
              Frames that differ are free and rendered again.
            </EmptyState>
          ) : (
            <RenderChecks checks={list} />
          )
        }
      </Loaded>
    </Section>
  )
}
