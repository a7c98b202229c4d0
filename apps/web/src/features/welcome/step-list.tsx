import type { Balance } from '@gridloom/contract/ledger/balance'
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useRuntime } from '../../api/runtime.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Step } from './step.tsx'
import type { StepName, StepState } from './steps.ts'
import styles from './welcome-page.module.css'

interface StepListProps {
  states: Record<StepName, StepState>
  email: string
  balance: Balance | undefined
}

/** Every step with its state, what it is for, and its button while it is open. */
export function StepList({ states, email, balance }: StepListProps) {
  const { auth } = useRuntime()
  const router = useRouter()
  const openAccount = (section: string) => router.navigate({ to: '/account', search: { section } })
  return (
    <ol className={styles.steps}>
      <Step
        state={states.email}
        title="Verify your e-mail address"
        text={`A code went to ${email}.`}
      >
        <Button variant="filled" onClick={() => auth.openOtp('register')}>
          Enter the code
        </Button>
      </Step>
      <Step
        state={states.access}
        title="Enter an access code"
        text="It opens renting and hosting while this is a beta."
        waitsFor="Opens once your address is verified."
      >
        <Button variant="filled" onClick={auth.openAccessCode}>
          Enter access code
        </Button>
      </Step>
      <Step
        state={states.credit}
        title="Have credit"
        text={
          states.credit === 'done' && balance
            ? `${formatMoney(balance.available_micro_usd)} is there.`
            : 'Renting is paid from your balance, per second.'
        }
      >
        <Button onClick={() => openAccount('billing')}>Look at the balance</Button>
      </Step>
      <Step
        state={states.sshKey}
        title="Add an SSH key"
        text="With it you log in to what you rent, from your own terminal."
      >
        <Button onClick={() => openAccount('ssh-keys')}>Add an SSH key</Button>
      </Step>
      <Step
        state={states.machine}
        title="Join a machine, if you host"
        text="One command; it dials out, and you set the price."
        waitsFor="Opens with the access code."
      >
        <Button onClick={() => router.navigate({ to: '/machines', search: { enrol: true } })}>
          Enrol a machine
        </Button>
      </Step>
    </ol>
  )
}
