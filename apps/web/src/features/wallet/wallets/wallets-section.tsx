import type { LinkedWallet } from '@gridloom/contract/auth/wallet'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { Button } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { wasDismissed } from '../../../shared/auth/passkeys.ts'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { useWalletAccount } from '../../../shared/wallet/use-wallet-account.ts'
import { walletProblem } from '../../../shared/wallet/wallet-problem.ts'
import { Item, ItemList, Line } from '../../../ui/components/item-list.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SidePanel, WithSide } from '../../../ui/components/side-panel.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { useLinkWallet, useRemoveWallet } from '../api/wallet-mutations.ts'
import { walletsQuery } from '../api/wallet-queries.ts'
import styles from '../wallet.module.css'
import { WalletLabelButton } from './wallet-label.tsx'

/** The addresses that are linked to the account. */
export function WalletsSection() {
  const wallets = useQuery(walletsQuery(useClient()))
  return (
    <WithSide
      side={
        <SidePanel title="Linked wallets">
          <p>
            A linked wallet signs you in by a signature. It costs nothing and moves nothing. We
            email you whenever a wallet is linked or removed.
          </p>
        </SidePanel>
      }
    >
      <Section title="Wallets" inset="flush" actions={wallets.data?.length ? <LinkButton /> : null}>
        <Loaded query={wallets} what="your wallets">
          {(list) => (list.length === 0 ? <NoWallets /> : <WalletList wallets={list} />)}
        </Loaded>
      </Section>
    </WithSide>
  )
}

function NoWallets() {
  return (
    <EmptyState
      icon={<IconWallet size={20} stroke={1.6} />}
      title="No wallet linked"
      action={<LinkButton />}
    >
      Link a wallet to sign in with it.
    </EmptyState>
  )
}

function LinkButton() {
  const account = useWalletAccount()
  const link = useLinkWallet()
  const failed = link.error && !wasDismissed(link.error)
  return (
    <div className={styles.stack}>
      <Button loading={link.isPending} onClick={() => link.mutate()}>
        {account === undefined ? 'Link wallet' : 'Link connected wallet'}
      </Button>
      {failed && (
        <p className={styles.problem} role="alert">
          {walletProblem(link.error)}
        </p>
      )}
    </div>
  )
}

function WalletList({ wallets }: { wallets: readonly LinkedWallet[] }) {
  const remove = useRemoveWallet()
  return (
    <ItemList label="Wallets">
      {wallets.map((wallet) => (
        <Item
          key={wallet.id}
          icon={<IconWallet size={17} stroke={1.6} />}
          title={wallet.label}
          actions={
            <>
              <WalletLabelButton wallet={wallet} />
              <RemoveButton
                thing={wallet}
                word="Remove"
                name={wallet.label}
                confirmWord="Remove wallet"
                done={`Wallet ${wallet.label} removed`}
                remove={remove}
              >
                You can no longer sign in with it.
              </RemoveButton>
            </>
          }
        >
          <span className={styles.address}>{checksumAddress(wallet.address)}</span>
          <Line facts={factsOf(wallet)} />
        </Item>
      ))}
    </ItemList>
  )
}

function factsOf({ created_at, last_used_at }: LinkedWallet) {
  const linked = (
    <>
      linked <TimeAgo at={created_at} />
    </>
  )
  const used =
    last_used_at === null ? (
      'never used'
    ) : (
      <>
        last used <TimeAgo at={last_used_at} />
      </>
    )
  return [
    { key: 'linked', fact: linked },
    { key: 'used', fact: used },
  ]
}
