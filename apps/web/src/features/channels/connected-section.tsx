import type { Channel, ConnectedAccount } from '@gridloom/contract/channels/connected-account'
import { Button } from '@mantine/core'
import { IconBroadcast } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { Item, ItemList, Line } from '../../ui/components/item-list.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { isHttpAddress, stateWords } from './channel-words.ts'
import styles from './channels.module.css'
import { connectedAccountsQuery, useCheckProof, useReconnect } from './channels-api.ts'
import { DisconnectAccount } from './disconnect-account.tsx'
import { scopeWords } from './scope-words.ts'

interface ConnectedSectionProps {
  channels: readonly Channel[]
}

/** The connected accounts: their state, the last check, and what to do where access has ended. */
export function ConnectedSection({ channels }: ConnectedSectionProps) {
  const accounts = useQuery(connectedAccountsQuery(useClient()))
  const [notice, setNotice] = useState<string>()
  return (
    <Section title="Connected accounts" inset="flush">
      {notice !== undefined && (
        <p role="status" className={styles.notice}>
          {notice}
        </p>
      )}
      <Loaded query={accounts} what="your accounts" rows={3}>
        {({ accounts: all }) =>
          all.length === 0 ? (
            <EmptyState icon={<IconBroadcast size={20} stroke={1.6} />} title="Nothing connected">
              Connect a channel below. A website or a Mastodon account needs no registration.
            </EmptyState>
          ) : (
            <ItemList label="Connected accounts">
              {all.map((account) => (
                <Account
                  key={account.id}
                  account={account}
                  channel={channels.find(({ id }) => id === account.channel)}
                  onDisconnected={setNotice}
                />
              ))}
            </ItemList>
          )
        }
      </Loaded>
    </Section>
  )
}

interface AccountProps {
  account: ConnectedAccount
  channel: Channel | undefined
  onDisconnected: (notice: string | undefined) => void
}

function Account({ account, channel, onDisconnected }: AccountProps) {
  const { name, handle, state, problem, scopes } = account
  const channelName = channel?.name ?? account.channel
  return (
    <Item
      icon={<IconBroadcast size={18} stroke={1.6} />}
      title={<AccountName account={account} />}
      badge={<StatusBadge {...stateWords[state]} />}
      actions={
        <>
          {state !== 'connected' && channel !== undefined && (
            <Remedy account={account} channel={channel} />
          )}
          <DisconnectAccount
            account={account}
            channelName={channelName}
            onDisconnected={onDisconnected}
          />
        </>
      }
    >
      <Line
        facts={[
          { key: 'channel', fact: channelName },
          { key: 'name', fact: name === handle ? null : name },
          {
            key: 'checked',
            fact: (
              <>
                Checked <TimeAgo at={account.last_checked_at} />
              </>
            ),
          },
          { key: 'scopes', fact: scopeWords(scopes) },
        ]}
      />
      {problem !== null && <p className={styles.problem}>{problem}</p>}
    </Item>
  )
}

/** Names of others stand in a `<bdi>`: their direction must not move what stands beside them. */
function AccountName({ account: { handle, profile_url: url } }: { account: ConnectedAccount }) {
  if (!isHttpAddress(url)) return <bdi>{handle}</bdi>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={styles.name}>
      <bdi>{handle}</bdi>
    </a>
  )
}

function Remedy({ account, channel }: { account: ConnectedAccount; channel: Channel }) {
  const reconnect = useReconnect()
  const check = useCheckProof(channel.id)
  if (channel.obstacle !== null) return null
  const isProof = channel.connects === 'proof'
  const act = () => (isProof ? check.mutate(account.profile_url) : reconnect.mutate(account.id))
  return (
    <Button
      size="compact-sm"
      variant="filled"
      loading={reconnect.isPending || check.isPending}
      onClick={act}
      aria-label={`${isProof ? 'Check again' : 'Reconnect'} ${account.handle}`}
    >
      {isProof ? 'Check again' : 'Reconnect'}
    </Button>
  )
}
