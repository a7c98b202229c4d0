import type { NotificationSettings } from '@gridloom/contract/accounts/notification-settings'
import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { detailsQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SidePanel, WithSide } from '../../../ui/components/side-panel.tsx'
import { notificationsQuery } from '../api/account-queries.ts'
import { useChangeNotifications } from '../api/change-notifications.ts'
import styles from './notifications.module.css'

const texts: Record<keyof NotificationSettings, { name: string; text: string }> = {
  balance_low: {
    name: 'Balance',
    text: 'When your balance runs out in a week, a day or an hour, before an instance stops, and when it is used up; and alerts of your budget.',
  },
  instance_alerts: {
    name: 'Instances',
    text: 'When an instance fails, is lost or is stopped.',
  },
  machine_alerts: {
    name: 'Machines',
    text: 'When a machine has been offline for ten minutes, and when it is back online.',
  },
  render_news: {
    name: 'Render jobs',
    text: 'When a render job ends or needs your input.',
  },
  offer_alerts: {
    name: 'Offers',
    text: 'When an offer matching one of your alerts is available.',
  },
  post_reminders: {
    name: 'Post reminders',
    text: 'When a planned post is due on a channel that you publish to yourself.',
  },
  new_sign_in: {
    name: 'Sign-ins',
    text: 'When your account is signed in to from a new browser.',
  },
  announcements: {
    name: 'Announcements',
    text: 'News from the operator, such as planned maintenance.',
  },
}

/** The notifications sent by email: a switch for each, saved automatically. */
export function NotificationsSection() {
  const settings = useQuery(notificationsQuery(useClient()))
  return (
    <WithSide side={<Recipient />}>
      <Section title="Email notifications" note="saved automatically" inset="flush">
        <Loaded query={settings} what="your notification settings" rows={6}>
          {(shown) => <Switches settings={shown} />}
        </Loaded>
      </Section>
    </WithSide>
  )
}

function Recipient() {
  const email = useQuery(detailsQuery(useClient())).data?.email
  return (
    <>
      <SidePanel title="Sent to">
        <p className={styles.address}>{email ?? '…'}</p>
      </SidePanel>
      <SidePanel title="Always sent">
        <p>Security emails, such as for a new password or sign-in method, and one-time codes.</p>
      </SidePanel>
    </>
  )
}

function Switches({ settings }: { settings: NotificationSettings }) {
  const change = useChangeNotifications()
  return (
    <ul className={styles.list}>
      {namesOf(texts).map((name) => (
        <li key={name}>
          <Switch
            label={texts[name].name}
            description={texts[name].text}
            labelPosition="left"
            checked={settings[name]}
            classNames={{ body: styles.body ?? '', labelWrapper: styles.words ?? '' }}
            onChange={(event) => change.mutate({ [name]: event.currentTarget.checked })}
          />
        </li>
      ))}
    </ul>
  )
}

/** Named cast: the keys of a record that is typed by its keys. */
function namesOf<Name extends string>(record: Record<Name, unknown>): Name[] {
  return Object.keys(record) as Name[]
}
