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

/** All steps with state, purpose, and a button while they are open. */
export function StepList({ states, email, balance }: StepListProps) {
  const { auth } = useRuntime()
  const router = useRouter()
  const openAccount = (section: string) => router.navigate({ to: '/account', search: { section } })
  return (
    <ol className={styles.steps}>
      <Step
        state={states.email}
        title="Verify your email address"
        text={`We sent a code to ${email}.`}
        achieved={`${email} is verified.`}
      >
        <Button variant="filled" onClick={() => auth.openOtp('register')}>
          Enter the code
        </Button>
      </Step>
      <Step
        state={states.access}
        title="Enter an access code"
        text="Required to rent and host during the beta."
        waitsFor="Available once your email address is verified."
        achieved="You can rent and host."
      >
        <Button variant="filled" onClick={auth.openAccessCode}>
          Enter access code
        </Button>
      </Step>
      <Step
        state={states.credit}
        title="Get credit"
        text="Rentals are charged per second from your balance. The operator grants credit."
        achieved={`Your balance is ${formatMoney(balance?.available_micro_usd ?? 0)}.`}
      >
        <Button onClick={() => openAccount('billing')}>View balance</Button>
      </Step>
      <Step
        state={states.sshKey}
        title="Add an SSH key"
        text="Connect to your instances from your own terminal."
        achieved="You can connect to your instances from your own terminal."
      >
        <Button onClick={() => openAccount('ssh-keys')}>Add an SSH key</Button>
      </Step>
      <Step
        state={states.machine}
        title="Add a machine to host"
        text="Connect a machine with one command and set its price."
        waitsFor="Available once you enter an access code."
        achieved="Its price and status are under Machines."
      >
        <Button onClick={() => router.navigate({ to: '/machines', search: { enrol: true } })}>
          Add machine
        </Button>
      </Step>
    </ol>
  )
}
