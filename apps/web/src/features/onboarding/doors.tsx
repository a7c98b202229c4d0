import { Button } from '@mantine/core'
import {
  IconArrowRight,
  IconBuilding,
  IconMovie,
  IconServer2,
  IconTopologyStar3,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries.ts'
import { useAuth, useClient } from '../../api/runtime.tsx'
import type { Flow } from '../../api/session/auth-store.ts'
import { Door } from './door.tsx'
import styles from './onboarding-page.module.css'
import { useEnter } from './use-enter.ts'

interface DoorWords {
  flow: Flow
  icon: typeof IconServer2
  title: string
  button: string
  facts: readonly string[]
}

const doors: readonly DoorWords[] = [
  {
    flow: 'provider',
    icon: IconServer2,
    title: 'Host',
    button: 'Host a machine',
    facts: [
      'One command joins a computer; it dials out, no port to open',
      'You set the price and list or unlist it at any time',
      'Renters get no privilege and no path to your network',
    ],
  },
  {
    flow: 'render',
    icon: IconMovie,
    title: 'Render',
    button: 'Rent for rendering',
    facts: [
      'GPUs with measured figures, and the date of each measurement',
      'Your own image, charged per second while it is ready',
      'A terminal, files and load in the page',
    ],
  },
  {
    flow: 'startup',
    icon: IconBuilding,
    title: 'Build a company',
    button: 'Start a company',
    facts: [
      'Members with roles, working on one balance',
      'API keys with scopes and a budget each',
      'Spend by day, down to the receipt',
    ],
  },
  {
    flow: 'hivemind',
    icon: IconTopologyStar3,
    title: 'Hivemind',
    button: 'Join the hivemind',
    facts: ['For whoever was given an access code to it', 'The code is entered here, once'],
  },
]

/** The four ways in. The one that was chosen before stands out, so that a reload loses nothing. */
export function Doors() {
  const enter = useEnter()
  const chosen = useAuth((state) => (state.onboardStep === 'choose' ? undefined : state.flow))
  const whither = useHivemindFact()
  return (
    <div className={styles.doors}>
      {doors.map(({ flow, icon: Icon, title, button, facts }) => (
        <Door
          key={flow}
          icon={<Icon size={20} stroke={1.6} />}
          title={title}
          facts={flow === 'hivemind' ? [...facts, whither] : facts}
          isChosen={chosen === flow}
        >
          <Button
            variant={chosen === flow ? 'filled' : 'default'}
            rightSection={<IconArrowRight size={16} />}
            onClick={() => enter({ flow })}
          >
            {button}
          </Button>
        </Door>
      ))}
    </div>
  )
}

function useHivemindFact(): string {
  const url = useQuery(configQuery(useClient())).data?.hivemind_url
  if (!url) return 'This installation leads nowhere else yet; the code still opens it'
  return `Its own site, ${new URL(url).host}, then opens in a new tab`
}
