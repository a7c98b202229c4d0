import type { NotificationSettings } from '@gridloom/contract/accounts/notification-settings'
import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { notificationsQuery } from '../api/account-queries.ts'
import { useChangeNotifications } from '../api/change-notifications.ts'
import styles from './notifications.module.css'

const texts: Record<keyof NotificationSettings, { name: string; text: string }> = {
  balance_low: {
    name: 'Balance',
    text: 'An hour and ten minutes before your balance runs out, and when it has.',
  },
  instance_alerts: {
    name: 'Instances',
    text: 'When an instance of yours failed, was lost, or was stopped.',
  },
  machine_alerts: {
    name: 'Machines',
    text: 'When a machine of yours has been silent for ten minutes, and when it is back.',
  },
  render_news: {
    name: 'Render jobs',
    text: 'When a render job of yours has ended, or waits for you.',
  },
  new_sign_in: {
    name: 'Sign-ins',
    text: 'When somebody signs in as you from a browser that was not seen before.',
  },
  announcements: {
    name: 'Announcements',
    text: 'What the operator has to say to everybody, such as maintenance.',
  },
}

/** What the person is told by mail: a switch each, saved at once. */
export function NotificationsSection() {
  const settings = useQuery(notificationsQuery(useClient()))
  return (
    <Section title="By mail" note="saved at once" inset="flush">
      <Loaded query={settings} what="your notification settings" rows={6}>
        {(shown) => <Switches settings={shown} />}
      </Loaded>
    </Section>
  )
}

function Switches({ settings }: { settings: NotificationSettings }) {
  const change = useChangeNotifications()
  return (
    <>
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
      <p className={styles.note}>
        Letters about the safety of your account always go out: a new password, a new way to sign
        in.
      </p>
    </>
  )
}

/** Named cast: the keys of a record that is typed by its keys. */
function namesOf<Name extends string>(record: Record<Name, unknown>): Name[] {
  return Object.keys(record) as Name[]
}
