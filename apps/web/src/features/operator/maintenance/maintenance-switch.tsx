import type { Maintenance } from '@gridloom/contract/system/maintenance'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { maintenanceQuery } from '../api/operator-queries.ts'
import { useSwitchMaintenance } from '../api/switch-maintenance.ts'
import styles from '../operator.module.css'

/** Switches maintenance mode, and shows what users see meanwhile. */
export function MaintenanceSwitch() {
  const maintenance = useQuery(maintenanceQuery(useClient()))
  return (
    <Section title="Maintenance">
      <Loaded query={maintenance} what="the maintenance switch" rows={2}>
        {(known) => <Known maintenance={known} />}
      </Loaded>
    </Section>
  )
}

function Known({ maintenance: { on, since } }: { maintenance: Maintenance }) {
  const turn = useSwitchMaintenance()
  const [opened, { open, close }] = useDisclosure(false)
  // Keeps the question in the dialog unchanged while it fades out, whatever the new state is.
  const [wanted, setWanted] = useState(!on)
  const problem = turn.error ? describeError(turn.error).text : undefined
  function ask(): void {
    setWanted(!on)
    open()
  }
  function leave(): void {
    close()
    turn.reset()
  }
  return (
    <div className={styles.stack}>
      <div>
        <StatusBadge tone={on ? 'warn' : 'good'} word={on ? 'Under maintenance' : 'Operational'} />{' '}
        {on && since !== null && (
          <span className={styles.sub}>
            since <TimeAgo at={since} />
          </span>
        )}
      </div>
      <p className={styles.text}>
        In maintenance mode, every page shows “The platform is under maintenance. Some features may
        not work.” and the health check returns 503. Running work continues, and users can still
        rent.
      </p>
      <div>
        <Button variant="filled" color={on ? 'accent' : 'red.9'} onClick={ask}>
          {on ? 'Disable maintenance mode' : 'Enable maintenance mode'}
        </Button>
      </div>
      <ConfirmDialog
        opened={opened}
        title={wanted ? 'Enable maintenance mode?' : 'Disable maintenance mode?'}
        confirmWord={wanted ? 'Enable maintenance mode' : 'Disable maintenance mode'}
        tone={wanted ? 'destructive' : 'neutral'}
        busy={turn.isPending}
        problem={problem}
        onConfirm={() => turn.mutate({ on: wanted }, { onSuccess: close })}
        onClose={leave}
      >
        {wanted
          ? 'All users with an open page will see the banner.'
          : 'The banner disappears from every open page, and the health check returns ok.'}
      </ConfirmDialog>
    </div>
  )
}
