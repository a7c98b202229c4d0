import type { DepositChain, DepositToken } from '@gridloom/contract/deposits/deposit-options'
import { microUsdOf } from '@gridloom/domain/deposits/decide-deposit'
import { formatUsd } from '@gridloom/domain/money-format'
import { parseTokenAmount } from '@gridloom/domain/wallet/parse-token-amount'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWalletAccount } from '../../shared/wallet/use-wallet-account.ts'
import { walletProblem } from '../../shared/wallet/wallet-problem.ts'
import { usePayFromWallet } from './api/deposit-mutations.ts'
import styles from './deposits.module.css'
import { PayWithoutGas } from './pay-without-gas.tsx'

interface PayFromWalletProps {
  chain: DepositChain
  token: DepositToken
  address: string
}

/** Sends an amount from the connected wallet to the deposit address. */
export function PayFromWallet({ chain, token, address }: PayFromWalletProps) {
  const account = useWalletAccount()
  const pay = usePayFromWallet(chain)
  const [text, setText] = useState('')
  const amount = parseTokenAmount(text, token.decimals)
  const isEnough =
    amount !== undefined && microUsdOf(amount, token.decimals) >= BigInt(chain.minimum_micro_usd)
  const problem =
    text === '' || isEnough ? null : `At least ${formatUsd(chain.minimum_micro_usd)}, as a number`
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        if (isEnough) pay.mutate({ token, to: address, amount })
      }}
    >
      <div className={styles.pay}>
        <TextInput
          label={`Pay from your wallet (${token.symbol})`}
          placeholder="25"
          inputMode="decimal"
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!isEnough} loading={pay.isPending}>
          {account === undefined ? 'Connect wallet and pay' : 'Pay'}
        </Button>
      </div>
      <PayWithoutGas {...{ chain, token, amount }} />
      {pay.error && (
        <p className={styles.problem} role="alert">
          {walletProblem(pay.error)}
        </p>
      )}
    </form>
  )
}
