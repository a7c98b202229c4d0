import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { balanceQuery, detailsQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import styles from './privacy.module.css'

/** Deletes the account for good, after saying exactly what goes and what stays. */
export function DeleteAccount() {
  const client = useClient()
  const details = useQuery(detailsQuery(client))
  const left = useQuery(balanceQuery(client)).data?.available_micro_usd ?? 0
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Section title="Delete account">
      <Loaded query={details} what="your account">
        {({ email }) => (
          <div className={styles.stack}>
            <div className={styles.columns}>
              <div>
                <h3 className={styles.heading}>What goes, at once and for good</h3>
                <ul className={styles.list}>
                  <li>Your name, username, e-mail address and picture</li>
                  <li>Your password, passkeys and connected sign-in providers</li>
                  <li>Every session, API key and SSH key</li>
                  <li>Your membership in companies; their keys that you made are revoked</li>
                  <li>From where and with which browser you did what</li>
                  {left > 0 && (
                    <li>
                      <strong>
                        Your credit of <Money microUsd={left} />
                      </strong>
                      , which goes back to the platform
                    </li>
                  )}
                </ul>
              </div>
              <div>
                <h3 className={styles.heading}>What stays, without your name</h3>
                <ul className={styles.list}>
                  <li>The ledger and the receipts, which money records must keep</li>
                  <li>The instances and machines that they refer to, by id</li>
                  <li>What was done, by id alone</li>
                </ul>
                <p className={styles.text}>
                  Your address is free again afterwards, and gets one last letter.
                </p>
              </div>
            </div>
            <div>
              <Button color="red" onClick={open}>
                Delete account…
              </Button>
            </div>
            {opened && <DeleteDialog email={email} close={close} />}
          </div>
        )}
      </Loaded>
    </Section>
  )
}
