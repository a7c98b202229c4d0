import type { ClaimTarget } from '@gridloom/contract/rewards/reward'
import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatMoneyExact } from '../../ui/format/money.ts'
import styles from './rewards.module.css'
import { useClaimRewards } from './rewards-api.ts'

const targets: Readonly<Record<ClaimTarget, { word: string; hint: string }>> = {
  balance: {
    word: 'To the balance',
    hint: 'Spend it here at once. It can’t be paid out from there.',
  },
  payouts: {
    word: 'To payouts',
    hint: 'Add it to your earnings, payable at once. The minimum, fee and rules of payouts apply. It can’t be spent here.',
  },
}

interface ClaimDialogProps {
  microUsd: number
  to: readonly ClaimTarget[]
  close: () => void
}

/** Claims all rewards that can be claimed, to where the user chooses. */
export function ClaimDialog({ microUsd, to, close }: ClaimDialogProps) {
  const claim = useClaimRewards()
  const [picked, setPicked] = useState<ClaimTarget>('balance')
  return (
    <Modal opened onClose={close} title="Claim rewards" size="md">
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          claim.mutate(picked, { onSuccess: close })
        }}
      >
        <p className={styles.text}>You claim {formatMoneyExact(microUsd)}.</p>
        <Radio.Group
          label="Where to"
          value={picked}
          onChange={(value) => setPicked(value === 'payouts' ? 'payouts' : 'balance')}
        >
          <Stack gap={8} mt={6}>
            {to.map((target) => (
              <Radio
                key={target}
                value={target}
                label={targets[target].word}
                description={targets[target].hint}
              />
            ))}
          </Stack>
        </Radio.Group>
        <FormProblem text={claim.error ? describeError(claim.error).text : undefined} />
        <FormButtons busy={claim.isPending} cancel={close}>
          Claim
        </FormButtons>
      </Form>
    </Modal>
  )
}
