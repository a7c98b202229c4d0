import type { DepositChain } from '@gridloom/contract/deposits/deposit-options'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { useIsOperator } from '../../shared/auth/use-is-operator.ts'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { depositOptionsQuery } from './api/deposit-queries.ts'
import { DepositForm } from './deposit-form.tsx'
import { DepositList } from './deposit-list.tsx'
import styles from './deposits.module.css'
import { GaslessPayments } from './gasless-payments.tsx'
import { WatchedChains } from './watched-chains.tsx'

/** The tab of Billing to deposit stablecoins and coins, with the list of deposits. */
export function AddFunds() {
  const isOperator = useIsOperator()
  const options = useQuery(depositOptionsQuery(useClient()))
  return (
    <div className={styles.stack}>
      <Loaded query={options} what="the ways to add funds">
        {(chains) => <Ways chains={chains} isOperator={isOperator} />}
      </Loaded>
    </div>
  )
}

function Ways({ chains, isOperator }: { chains: readonly DepositChain[]; isOperator: boolean }) {
  if (chains.length === 0) return <NotSetUp isOperator={isOperator} />
  return (
    <>
      <Section title="Deposit crypto">
        <DepositForm chains={chains} />
      </Section>
      <GaslessPayments />
      <DepositList />
      {isOperator && <WatchedChains />}
    </>
  )
}

function NotSetUp({ isOperator }: { isOperator: boolean }) {
  return (
    <Section title="Deposit crypto">
      <div className={styles.stack}>
        <p className={styles.text}>
          Deposits are not set up here. Credit is given by the operator of this installation.
        </p>
        {isOperator && (
          <p className={styles.text}>
            To set them up, deploy the forwarder contracts and set <code>DEPOSITS</code> to a JSON
            array with <code>chainId</code>, <code>factory</code>, <code>implementation</code>,{' '}
            <code>treasury</code>, <code>confirmations</code> and <code>tokens</code> for each
            chain: see <code>docs/deposits.md</code>.
          </p>
        )}
      </div>
    </Section>
  )
}
