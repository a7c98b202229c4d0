import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { balanceQuery, detailsQuery } from '../../api/queries.ts'
import { detailsFailed } from '../../api/read-problems.ts'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Money } from '../../ui/components/money.tsx'
import { Section } from '../../ui/components/section.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import styles from './privacy.module.css'

/** Deletes the account permanently; lists what is deleted and what is kept. */
export function DeleteAccount() {
  const client = useClient()
  const details = useQuery(detailsQuery(client))
  const left = useQuery(balanceQuery(client)).data?.available_micro_usd ?? 0
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Section title="Delete account">
      <Loaded query={details} what="your account" failedText={detailsFailed}>
        {({ email }) => (
          <div className={styles.stack}>
            <div className={styles.columns}>
              <div>
                <h3 className={styles.heading}>Deleted immediately and permanently</h3>
                <ul className={styles.list}>
                  <li>Your name, username, email address and picture</li>
                  <li>Your password, passkeys and connected sign-in providers</li>
                  <li>Every session, API key and SSH key</li>
                  <li>Your company memberships; company API keys that you created are revoked</li>
                  <li>IP addresses and browsers in your activity</li>
                  {left > 0 && (
                    <li>
                      <strong>
                        Your credit of <Money microUsd={left} />
                      </strong>
                      , which returns to the platform
                    </li>
                  )}
                </ul>
              </div>
              <div>
                <h3 className={styles.heading}>Kept, without your name</h3>
                <ul className={styles.list}>
                  <li>Ledger entries and receipts, as financial records require</li>
                  <li>The instances and machines they refer to, by ID</li>
                  <li>The audit log, by ID only</li>
                </ul>
                <p className={styles.text}>
                  You’ll get a final email. Afterwards, your email address can be used for a new
                  account.
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
