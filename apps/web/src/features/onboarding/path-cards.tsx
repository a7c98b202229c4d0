import type { Flow } from '@gridloom/contract/accounts/flow'
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
import styles from './onboarding-page.module.css'
import { PathCard } from './path-card.tsx'
import { useEnter } from './use-enter.ts'

interface PathCardTexts {
  flow: Flow
  icon: typeof IconServer2
  title: string
  button: string
  facts: readonly string[]
}

const cards: readonly PathCardTexts[] = [
  {
    flow: 'provider',
    icon: IconServer2,
    title: 'Host',
    button: 'Host a machine',
    facts: [
      'Connect with one command, no open port needed',
      'Set your price, and list or unlist it at any time',
      'On Linux with root and iptables, renters can’t reach your private network',
    ],
  },
  {
    flow: 'render',
    icon: IconMovie,
    title: 'Render',
    button: 'Render a Blender file',
    facts: [
      'Drop a .blend file or a zip; your browser checks it before the upload',
      'Test frame and estimate first, then a budget that is never exceeded',
      'Frames appear as they finish; those that fail a check are free',
    ],
  },
  {
    flow: 'startup',
    icon: IconBuilding,
    title: 'Build a company',
    button: 'Start a company',
    facts: [
      'Members with roles, sharing one balance',
      'API keys with scopes and budgets',
      'Daily spending and receipts',
    ],
  },
  {
    flow: 'hivemind',
    icon: IconTopologyStar3,
    title: 'Hivemind',
    button: 'Join the hivemind',
    facts: ['For members with a hivemind access code', 'Enter the code once'],
  },
]

/** The choices of the start page. The last one chosen is marked, also after a reload. */
export function PathCards() {
  const enter = useEnter()
  const chosen = useAuth((state) => (state.onboardStep === 'choose' ? undefined : state.flow))
  const hivemindUrl = useQuery(configQuery(useClient())).data?.hivemind_url
  return (
    <div className={styles.cards}>
      {cardsFor(hivemindUrl).map(({ flow, icon: Icon, title, button, facts }) => (
        <PathCard
          key={flow}
          icon={<Icon size={20} stroke={1.6} />}
          title={title}
          facts={facts}
          isChosen={chosen === flow}
        >
          <Button
            variant={chosen === flow ? 'filled' : 'default'}
            rightSection={<IconArrowRight size={16} />}
            onClick={() => enter({ flow })}
          >
            {button}
          </Button>
        </PathCard>
      ))}
    </div>
  )
}

/** The hivemind is shown only where the operator has configured its site, as it leads nowhere otherwise. */
function cardsFor(hivemindUrl: string | null | undefined): readonly PathCardTexts[] {
  if (!hivemindUrl) return cards.filter(({ flow }) => flow !== 'hivemind')
  const opens = `${new URL(hivemindUrl).host} then opens in a new tab`
  return cards.map((card) =>
    card.flow === 'hivemind' ? { ...card, facts: [...card.facts, opens] } : card,
  )
}
