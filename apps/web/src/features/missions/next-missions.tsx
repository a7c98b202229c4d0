import type { Mission } from '@gridloom/contract/missions/mission'
import { Button } from '@mantine/core'
import { Section } from '../../ui/components/section.tsx'
import { MissionHead } from './mission-card.tsx'
import { MissionSteps } from './mission-steps.tsx'
import styles from './missions.module.css'
import { useStartMission } from './missions-api.ts'

/** The missions besides the current one. */
export function NextMissions({ missions }: { missions: readonly Mission[] }) {
  const start = useStartMission()
  if (missions.length === 0) return null
  return (
    <Section title="What comes next">
      <div className={styles.card}>
        {missions.map((mission) => (
          <div key={`${mission.id} ${mission.period}`} className={styles.condition}>
            <MissionHead mission={mission} />
            {mission.after.length === 0 ? (
              <>
                <MissionSteps steps={mission.steps} match={mission.match} />
                <div>
                  <Button
                    size="xs"
                    loading={start.isPending && start.variables === mission.id}
                    onClick={() => start.mutate(mission.id)}
                    aria-label={`Start ${mission.title}`}
                  >
                    Start
                  </Button>
                </div>
              </>
            ) : (
              <p className={styles.hint}>Claim {mission.after.join(' and ')} first</p>
            )}
          </div>
        ))}
      </div>
    </Section>
  )
}
