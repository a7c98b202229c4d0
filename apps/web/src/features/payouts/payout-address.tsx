import type { LinkedWallet } from '@gridloom/contract/auth/wallet'
import type { PayoutAddresses } from '@gridloom/contract/wallet/payout-address'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { detailsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { plural } from '../../ui/format/numbers.ts'
import { formatDayAndTime } from '../../ui/format/times.ts'
import styles from './payouts.module.css'
import {
  ownWalletsQuery,
  payoutAddressQuery,
  useCancelPayoutAddress,
  useChangePayoutAddress,
} from './payouts-api.ts'

/** The address that payouts of the active account go to, a change that waits, and the choice of another linked wallet. */
export function PayoutAddressSection({ words }: { words: readonly string[] | null }) {
  const addresses = useQuery(payoutAddressQuery(useClient()))
  return (
    <Section title="Payout address">
      <Loaded query={addresses} what="your payout address" rows={1}>
        {({ current, pending, wait_hours }) => (
          <div className={styles.stack}>
            {current === null ? (
              <p className={styles.text}>No address is in effect.</p>
            ) : (
              <div>
                <div className={styles.address}>{checksumAddress(current.address)}</div>
                {words !== null && (
                  <div className={styles.sub}>Words of this address: {words.join(' ')}</div>
                )}
              </div>
            )}
            {pending !== null && <Pending pending={pending} />}
            <Choice current={current?.wallet_id ?? null} waitHours={wait_hours} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Pending({ pending }: { pending: NonNullable<PayoutAddresses['pending']> }) {
  const cancel = useCancelPayoutAddress()
  return (
    <div>
      <p className={styles.text}>
        From {formatDayAndTime(pending.effective_at)} on:{' '}
        <span className={styles.address}>{checksumAddress(pending.address)}</span>
      </p>
      <Button size="xs" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        Cancel change
      </Button>
      {cancel.error && (
        <p className={styles.problem} role="alert">
          {describeError(cancel.error).text}
        </p>
      )}
    </div>
  )
}

interface ChoiceProps {
  current: string | null
  waitHours: number
}

function Choice({ current, waitHours }: ChoiceProps) {
  const client = useClient()
  const wallets = useQuery(ownWalletsQuery(client))
  const company = useQuery(detailsQuery(client)).data?.active_company ?? null
  return (
    <Loaded query={wallets} what="your wallets" rows={1}>
      {(list) => {
        const others = list.filter(({ id }) => id !== current)
        return others.length === 0 ? (
          <LinkAnother isFirst={current === null} />
        ) : (
          <>
            {company !== null && (
              <p className={styles.text}>
                Payouts of {company.name} go to a wallet that you have linked. They end there when
                you leave the company. Its owners and admins are told of each change.
              </p>
            )}
            <ChooseWallet wallets={others} waitHours={waitHours} />
          </>
        )
      }}
    </Loaded>
  )
}

function LinkAnother({ isFirst }: { isFirst: boolean }) {
  return (
    <p className={styles.text}>
      {isFirst
        ? 'Payouts go to a wallet that is linked to your account.'
        : 'To be paid to another address, link its wallet first.'}{' '}
      <Link to="/account" search={{ section: 'wallets' }} className={styles.link}>
        Link a wallet
      </Link>
    </p>
  )
}

interface ChooseWalletProps {
  wallets: readonly LinkedWallet[]
  waitHours: number
}

function ChooseWallet({ wallets, waitHours }: ChooseWalletProps) {
  const change = useChangePayoutAddress()
  const [picked, setPicked] = useState<string>()
  const wallet = wallets.find(({ id }) => id === picked) ?? wallets[0]
  return (
    <>
      <NativeSelect
        label="Change to"
        description={waitText(waitHours)}
        value={wallet?.id}
        error={change.error ? describeError(change.error).text : undefined}
        data={wallets.map(({ id, label, address }) => ({
          value: id,
          label: `${label} · ${checksumAddress(address)}`,
        }))}
        onChange={(event) => setPicked(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button
          loading={change.isPending}
          onClick={() => wallet !== undefined && change.mutate(wallet.id)}
        >
          Change payout address
        </Button>
      </div>
      <LinkAnother isFirst={false} />
    </>
  )
}

function waitText(hours: number): string {
  if (hours === 0) return 'Takes effect at once.'
  return `Takes effect after ${plural(hours, 'hour')}. Until then you can cancel it.`
}
