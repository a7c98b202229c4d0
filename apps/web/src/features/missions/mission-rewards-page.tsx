import { Tabs } from '@mantine/core'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { useTab } from '../../ui/components/use-tab.ts'
import { useTabInView } from '../../ui/components/use-tab-in-view.ts'
import { LeaderboardPanel } from './leaderboard/leaderboard-panel.tsx'
import styles from './missions.module.css'
import { missionsCode } from './missions-code.ts'
import { MissionsPanel } from './missions-panel.tsx'
import { TierSection } from './tiers/tier-section.tsx'

const tabs = [
  { value: 'missions', word: 'Missions' },
  { value: 'tier', word: 'Tier' },
  { value: 'leaderboard', word: 'Leaderboard' },
] as const

/** `/mission-rewards`: the current mission and what comes next and what was claimed, the tier, and the leaderboard. */
export function MissionRewardsPage() {
  const { tab, setTab } = useTab(tabs)
  const list = useTabInView<HTMLDivElement>(tab)
  return (
    <Page
      title="Missions"
      lead="Complete steps, which are counted by themselves, and claim the reward."
      actions={<AsCode actions={missionsCode} />}
    >
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List ref={list} className={styles.tabs}>
          {tabs.map(({ value, word }) => (
            <Tabs.Tab key={value} value={value}>
              {word}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="missions" className={styles.panel}>
          <MissionsPanel />
        </Tabs.Panel>
        <Tabs.Panel value="tier" className={styles.panel}>
          <TierSection />
        </Tabs.Panel>
        <Tabs.Panel value="leaderboard" className={styles.panel}>
          <LeaderboardPanel />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
