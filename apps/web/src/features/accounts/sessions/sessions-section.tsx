import type { Session } from '@gridloom/contract/auth/session'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceDesktop, IconDeviceMobile, IconPuzzle, IconTerminal2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { Item, ItemList, Line } from '../../../ui/components/item-list.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SidePanel, WithSide } from '../../../ui/components/side-panel.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { browserWords } from '../../../ui/format/browser-words.ts'
import { describeError } from '../../../ui/format/error-texts.ts'
import { plural } from '../../../ui/format/numbers.ts'
import { sessionsQuery } from '../api/account-queries.ts'
import { useEndOtherSessions } from '../api/end-other-sessions.ts'
import { useEndSession } from '../api/end-session.ts'
import { searchFor } from '../sections.ts'
import { deviceOf, originWords } from './session-words.ts'

const icons = {
  phone: IconDeviceMobile,
  desktop: IconDeviceDesktop,
  program: IconTerminal2,
  extension: IconPuzzle,
} as const

/** The user's sessions, each with a button that ends it. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery(useClient()))
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0
  return (
    <WithSide side={<NotYou />}>
      <Section
        title="Sessions"
        inset="flush"
        note={sessions.data && plural(sessions.data.length, 'session')}
        actions={others > 0 && <EndOthers count={others} />}
      >
        <Loaded query={sessions} what="your sessions">
          {(list) => (
            <ItemList label="Sessions">
              {list.map((session) => (
                <SessionItem key={session.id} session={session} />
              ))}
            </ItemList>
          )}
        </Loaded>
      </Section>
    </WithSide>
  )
}

function NotYou() {
  return (
    <SidePanel title="Not you?">
      <p>Sign out the session you don’t recognise, then change your password.</p>
      <p>
        <Link to="/account" search={searchFor('password')}>
          Change password
        </Link>{' '}
        ·{' '}
        <Link to="/account" search={searchFor('activity')}>
          View activity
        </Link>
      </p>
    </SidePanel>
  )
}

function SessionItem({ session }: { session: Session }) {
  const end = useEndSession()
  const Icon = icons[deviceOf(session)]
  const name = browserWords(session.user_agent)
  return (
    <Item
      icon={<Icon size={17} stroke={1.6} />}
      title={<span title={session.user_agent ?? undefined}>{name}</span>}
      badge={session.current && <StatusBadge look="plain" tone="good" word="This session" />}
      actions={
        !session.current && (
          <Button
            size="xs"
            aria-label={`Sign out ${name}`}
            loading={end.isPending}
            onClick={() => end.mutate(session)}
          >
            Sign out
          </Button>
        )
      }
    >
      <Line
        facts={[
          { key: 'origin', fact: originWords[session.origin] },
          { key: 'address', fact: session.address },
          {
            key: 'seen',
            fact: (
              <>
                last seen <TimeAgo at={session.last_seen_at} />
              </>
            ),
          },
          {
            key: 'since',
            fact: (
              <>
                since <TimeAgo at={session.created_at} />
              </>
            ),
          },
          {
            key: 'ends',
            fact: (
              <>
                ends <TimeAgo at={session.expires_at} />
              </>
            ),
          },
        ]}
      />
    </Item>
  )
}

function EndOthers({ count }: { count: number }) {
  const [opened, { open, close }] = useDisclosure(false)
  const end = useEndOtherSessions()
  return (
    <>
      <Button size="xs" onClick={open}>
        Sign out everywhere else
      </Button>
      <ConfirmDialog
        opened={opened}
        title="Sign out everywhere else?"
        confirmWord={`End ${plural(count, 'session')}`}
        busy={end.isPending}
        problem={end.error ? describeError(end.error).text : undefined}
        onConfirm={() => end.mutate(undefined, { onSuccess: close })}
        onClose={close}
      >
        All other browsers, programs and extensions must sign in again. API keys, instances and
        machines are not affected.
      </ConfirmDialog>
    </>
  )
}
