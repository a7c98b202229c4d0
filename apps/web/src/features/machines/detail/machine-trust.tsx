import type { Machine } from '@gridloom/contract/machines/machine'
import { Button } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { TrustScore } from '../../../shared/reputation/trust-score.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { useCheckAgain } from '../api/reputation.ts'

const checkTitle =
  'Measures the machine once a day for its score, while nothing is rented: if a figure was wrong, the new one counts too.'

/** The trust score of a machine, as renters see it, and the answer to a wrong figure: to measure again. */
export function MachineTrust({ machine }: { machine: Machine }) {
  const check = useCheckAgain(machine.id)
  const canCheck = machine.status === 'online' && machine.slots_rented === 0
  return (
    <Section
      title="Trust score"
      actions={
        <Button
          size="xs"
          leftSection={<IconGauge size={15} />}
          title={checkTitle}
          disabled={!canCheck}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          Measure for the score
        </Button>
      }
    >
      <TrustScore machineId={machine.id} />
    </Section>
  )
}
