import type { DepositChain, DepositToken } from '@gridloom/contract/deposits/deposit-options'
import { microUsdOf } from '@gridloom/domain/deposits/decide-deposit'
import { formatUsd } from '@gridloom/domain/money-format'
import { Button } from '@mantine/core'
import { walletProblem } from '../../shared/wallet/wallet-problem.ts'
import { usePayWithoutGas } from './api/deposit-mutations.ts'
import styles from './deposits.module.css'

interface PayWithoutGasProps {
  chain: DepositChain
  token: DepositToken
  /** `undefined`: no number was entered. */
  amount: bigint | undefined
}

/** Pays the amount by a signature alone, where the token can be. */
export function PayWithoutGas({ chain, token, amount }: PayWithoutGasProps) {
  const pay = usePayWithoutGas(chain)
  if (token.gasless === null) return null
  const { minimum_micro_usd: minimum } = token.gasless
  const isEnough = amount !== undefined && microUsdOf(amount, token.decimals) >= BigInt(minimum)
  return (
    <>
      <div className={styles.beside}>
        <Button
          variant="default"
          disabled={!isEnough}
          loading={pay.isPending}
          onClick={() => {
            if (isEnough) pay.mutate({ token, amount })
          }}
        >
          Pay without gas
        </Button>
        <p className={styles.note}>
          You sign, we send it and pay the network fee. Minimum {formatUsd(minimum)}.
        </p>
      </div>
      {pay.error && (
        <p className={styles.problem} role="alert">
          {walletProblem(pay.error)}
        </p>
      )}
    </>
  )
}
