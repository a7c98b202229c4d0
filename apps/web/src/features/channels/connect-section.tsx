import { channelNames } from '@gridloom/contract/channels/channel'
import type { Channel } from '@gridloom/contract/channels/connected-account'
import { Button } from '@mantine/core'
import { IconCircleDashed, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Item, ItemList } from '../../ui/components/item-list.tsx'
import { Section } from '../../ui/components/section.tsx'
import { howToConnect } from './channel-words.ts'
import styles from './channels.module.css'
import { ConnectDialog } from './connect-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'

/** The channels: those that can be connected, then those that cannot, each with the reason. */
export function ConnectSection({ channels }: { channels: readonly Channel[] }) {
  const [chosen, choose] = useState<Channel>()
  const close = () => choose(undefined)
  const sorted = channels.toSorted(
    (one, other) => Number(one.obstacle !== null) - Number(other.obstacle !== null),
  )
  return (
    <Section title="Connect a channel" inset="flush">
      <ItemList label="Channels">
        {sorted.map((channel) => (
          <OneChannel key={channel.id} channel={channel} onConnect={() => choose(channel)} />
        ))}
      </ItemList>
      {chosen?.connects === 'redirect' && <ConnectDialog channel={chosen} close={close} />}
      {chosen?.connects === 'proof' && <ProofDialog channel={chosen} close={close} />}
    </Section>
  )
}

function OneChannel({ channel, onConnect }: { channel: Channel; onConnect: () => void }) {
  const { name, obstacle } = channel
  return (
    <Item
      icon={obstacle === null ? <IconPlus size={18} /> : <IconCircleDashed size={18} />}
      title={name}
      actions={
        obstacle === null && (
          <Button size="compact-sm" onClick={onConnect} aria-label={`Connect ${name}`}>
            Connect
          </Button>
        )
      }
    >
      <span className={styles.how}>{obstacle ?? howToConnect(channel)}</span>
    </Item>
  )
}

/** Whether an error is about Reddit, whose refusals have a page of their own. */
export function isReddit(channel: unknown): boolean {
  return channel === channelNames.reddit
}
