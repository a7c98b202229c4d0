import type { Missions } from '@gridloom/contract/missions/mission'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../api/runtime.tsx'
import { clockNowMs } from '../../browser/clock.ts'
import { Figure, FigureStrip } from '../../ui/components/facts.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { plural } from '../../ui/format/numbers.ts'
import { MissionCard } from './mission-card.tsx'
import { MissionHistory } from './mission-history.tsx'
import { streakWords } from './mission-words.ts'
import styles from './missions.module.css'
import { missionsQuery } from './missions-api.ts'
import { NextMissions } from './next-missions.tsx'
import { ProfileSection } from './tiers/profile-section.tsx'
import { TierFigure } from './tiers/tier-figure.tsx'

/** The current mission, what comes next, what was claimed, and what decides which missions are shown. */
export function MissionsPanel() {
  const missions = useQuery(missionsQuery(useClient()))
  return (
    <>
      <Loaded query={missions} what="your missions" rows={6}>
        {(data) => <Current missions={data} />}
      </Loaded>
      <MissionHistory />
      {missions.data !== undefined && <ProfileSection profile={missions.data.profile} />}
    </>
  )
}

function Current({ missions: { current, available, streak } }: { missions: Missions }) {
  return (
    <>
      <FigureStrip>
        <Figure
          name="Streak"
          value={plural(streak.weeks, 'week')}
          note={streakWords(streak, clockNowMs())}
        />
        <TierFigure />
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
            New missions appear here. Missions count what you rent, host, refer and post.
          </EmptyState>
        ) : (
          <MissionCard mission={current} />
        )}
      </Section>
      <NextMissions missions={available} />
    </>
  )
}
