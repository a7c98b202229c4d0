import type { SshKey } from '@gridloom/contract/keys/ssh-key'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { sshKeysQuery } from '../../../shared/keys/keys-queries.ts'
import { CopyButton, CopyLine } from '../../../ui/components/copy.tsx'
import { Item, ItemList, Line } from '../../../ui/components/item-list.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SidePanel, WithSide } from '../../../ui/components/side-panel.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { useRemoveSshKey } from '../api/remove-ssh-key.ts'
import { NewSshKey } from './new-ssh-key.tsx'
import styles from './ssh-keys.module.css'

/** The user's public SSH keys, which are authorised in the instances that they order. */
export function SshKeysSection() {
  const sshKeys = useQuery(sshKeysQuery(useClient()))
  const [opened, { open, close }] = useDisclosure(false)
  const add = (variant: 'default' | 'filled') => (
    <Button variant={variant} onClick={open}>
      Add SSH key
    </Button>
  )
  const hasSome = sshKeys.data !== undefined && sshKeys.data.length > 0
  return (
    <WithSide side={<SshKeyHelp />}>
      <Section title="SSH keys" inset="flush" actions={hasSome && add('default')}>
        <Loaded query={sshKeys} what="your SSH keys">
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                icon={<IconKey size={20} stroke={1.6} />}
                title="No SSH key yet"
                action={add('filled')}
              >
                Your public keys are installed in every instance you order, so <code>ssh</code>{' '}
                works with images that run an SSH server.
              </EmptyState>
            ) : (
              <>
                <p className={styles.lead}>
                  Installed in every instance you order, for images that run an SSH server. Running
                  instances are updated within seconds.
                </p>
                <SshKeyList sshKeys={list} />
              </>
            )
          }
        </Loaded>
        {opened && <NewSshKey close={close} />}
      </Section>
    </WithSide>
  )
}

function SshKeyHelp() {
  return (
    <>
      <SidePanel title="Create a key">
        <p>On your computer, once:</p>
        <CopyLine label="Command that creates a key" text="ssh-keygen -t ed25519" />
        <p>Its public half is what you add here:</p>
        <CopyLine label="Command that shows the key" text="cat ~/.ssh/id_ed25519.pub" />
      </SidePanel>
      <SidePanel title="From the command line">
        <CopyLine
          label="Command that adds the key"
          text={'gridloom ssh-keys add \\\n  ~/.ssh/id_ed25519.pub'}
        />
      </SidePanel>
    </>
  )
}

function SshKeyList({ sshKeys }: { sshKeys: readonly SshKey[] }) {
  const remove = useRemoveSshKey()
  return (
    <ItemList label="SSH keys">
      {sshKeys.map((key) => (
        <Item
          key={key.id}
          icon={<IconKey size={17} stroke={1.6} />}
          title={key.name}
          actions={
            <RemoveButton
              thing={key}
              word="Remove"
              name={key.name}
              confirmWord="Remove SSH key"
              done={`SSH key ${key.name} removed`}
              remove={remove}
            >
              It can no longer connect to your instances. Running instances are updated within
              seconds; open connections stay open.
            </RemoveButton>
          }
        >
          <div className={styles.fingerprint}>
            <code>{key.fingerprint}</code>
            <CopyButton text={key.fingerprint} label={`Copy the fingerprint of ${key.name}`} />
          </div>
          <Line
            facts={[
              { key: 'type', fact: key.type },
              { key: 'bits', fact: `${key.bits} bits` },
              {
                key: 'made',
                fact: (
                  <>
                    added <TimeAgo at={key.created_at} />
                  </>
                ),
              },
            ]}
          />
        </Item>
      ))}
    </ItemList>
  )
}
