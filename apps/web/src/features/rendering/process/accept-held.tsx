import type { RenderJob } from '@gridloom/contract/rendering/job'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'
import { useAcceptHeld } from '../api/accept-held.ts'

/** Accepts all pictures that no machine could check. The button shows the price, which is charged on acceptance. */
export function AcceptHeld({ job }: { job: RenderJob }) {
  const accept = useAcceptHeld(job)
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconCheck size={14} />}
        loading={accept.isPending}
        onClick={() => accept.mutate()}
      >
        Accept {plural(job.frames_held, 'frame')} for {formatMoneyExact(job.frames_held_micro_usd)}
      </Button>
      {accept.error && <FormProblem text={describeError(accept.error).text} />}
    </>
  )
}
