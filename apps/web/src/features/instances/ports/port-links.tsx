import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLink, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { Item, ItemList } from '../../../ui/components/item-list.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { type OnePort, portLinksQuery, useRevokePortLink } from '../api/ports.ts'
import { NewLinkDialog } from './new-link-dialog.tsx'
import styles from './ports-tab.module.css'

/** The valid links to a port, with buttons that create and revoke them. */
export function PortLinks({ one }: { one: OnePort }) {
  const links = useQuery(portLinksQuery(useClient(), one))
  const revoke = useRevokePortLink(one)
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <div className={styles.links}>
      <div className={styles.linksHead}>
        <h4 className={styles.legend}>Links</h4>
        <Button
          size="xs"
          leftSection={<IconPlus size={14} />}
          aria-label={`Create link to port ${one.port}`}
          onClick={open}
        >
          Create link
        </Button>
      </div>
      <Loaded query={links} what="the links" rows={1}>
        {(shown) =>
          shown.length === 0 ? (
            <p className={styles.muted}>No links. Create one to share this port with someone.</p>
          ) : (
            <div className={styles.linkList}>
              <ItemList label={`Links to port ${one.port}`}>
                {shown.map((link) => (
                  <Item
                    key={link.id}
                    icon={<IconLink size={15} />}
                    title={link.note === '' ? 'Link without a note' : link.note}
                    actions={
                      <RemoveButton
                        thing={link.id}
                        word="Revoke"
                        name={link.note === '' ? 'link' : `link “${link.note}”`}
                        confirmWord="Revoke link"
                        done="Link revoked"
                        remove={revoke}
                      >
                        It stops working at once, and connections that were opened with it end.
                      </RemoveButton>
                    }
                  >
                    Expires <TimeAgo at={link.expires_at} />
                  </Item>
                ))}
              </ItemList>
            </div>
          )
        }
      </Loaded>
      <NewLinkDialog one={one} opened={opened} close={close} />
    </div>
  )
}
