import type { Missions } from '@gridloom/contract/missions/mission'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Figure, FigureStrip } from '../../ui/components/facts.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { plural } from '../../ui/format/numbers.ts'
import { MissionCard } from './mission-card.tsx'
import { MissionHistory } from './mission-history.tsx'
import styles from './missions.module.css'
import { missionsQuery } from './missions-api.ts'
import { missionsCode } from './missions-code.ts'
import { NextMissions } from './next-missions.tsx'

/** `/mission-rewards`: the current mission, what comes next, and what was claimed. */
export function MissionRewardsPage() {
  const missions = useQuery(missionsQuery(useClient()))
  return (
    <Page
      title="Missions"
      lead="Complete steps, which are counted by themselves, and claim the reward."
      actions={<AsCode actions={missionsCode} />}
    >
      <Loaded query={missions} what="your missions" rows={6}>
        {(data) => <Current missions={data} />}
      </Loaded>
      <MissionHistory />
    </Page>
  )
}

function Current({
  missions: { current, available, streak_weeks: weeks },
}: {
  missions: Missions
}) {
  return (
    <>
      <FigureStrip>
        <Figure name="Streak" value={plural(weeks, 'week')} note="In a row with a claim" />
        <Figure
          name="Rewards"
          value={
            <Link to="/rewards" className={styles.link}>
              Open rewards
            </Link>
          }
          note="Where claimed rewards go"
        />
      </FigureStrip>
      <Section title="Current mission">
        {current === null ? (
          <EmptyState icon={<IconTargetArrow size={20} stroke={1.6} />} title="No mission now">
            New missions appear here. Missions count what you rent, host and refer.
          </EmptyState>
        ) : (
          <MissionCard mission={current} />
        )}
      </Section>
      <NextMissions missions={available} />
    </>
  )
}
