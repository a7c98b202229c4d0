import type { Mission } from '@gridloom/contract/missions/mission'
import { Button } from '@mantine/core'
import { clockNowMs } from '../../browser/clock.ts'
import { FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { plural } from '../../ui/format/numbers.ts'
import { formatDayAndTime } from '../../ui/format/times.ts'
import { MissionSteps } from './mission-steps.tsx'
import { missingWords, timeLeft } from './mission-words.ts'
import styles from './missions.module.css'
import { useClaimMission } from './missions-api.ts'
import { RewardAmount } from './reward-amount.tsx'

/** The current mission: steps, time left, and the claim of its reward. */
export function MissionCard({ mission }: { mission: Mission }) {
  const claim = useClaimMission()
  const { text, steps, match, met, reward_micro_usd: reward } = mission
  const { reward_points: points } = mission
  return (
    <div className={styles.card}>
      <MissionHead mission={mission} />
      {text !== '' && <p className={styles.text}>{text}</p>}
      <MissionSteps steps={steps} match={match} />
      <div className={styles.claim}>
        <Button
          variant="filled"
          disabled={!met}
          loading={claim.isPending}
          onClick={() => claim.mutate()}
        >
          Claim&nbsp;
          <RewardAmount microUsd={reward} points={points} />
        </Button>
        <p className={styles.hint}>{met ? whenPaid(mission) : missingWords(mission)}</p>
      </div>
      <FormProblem text={claim.error ? describeError(claim.error).text : undefined} />
    </div>
  )
}

/** Title, reward and time of a mission. */
export function MissionHead({ mission }: { mission: Mission }) {
  const { title, met, to, claim_until: until, repeat, claims_left: left } = mission
  const end = met ? until : to
  return (
    <div className={styles.head}>
      <div>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.hint}>
          {timeLeft(end, clockNowMs())}
          {met ? ' to claim' : ''} · until {formatDayAndTime(end)}
          {repeat === 'weekly' && ' · every week'} · {plural(left, 'reward')} left
        </p>
      </div>
      <span className={styles.reward}>
        <RewardAmount microUsd={mission.reward_micro_usd} points={mission.reward_points} />
      </span>
    </div>
  )
}

function whenPaid({ holding_days: days, reward_micro_usd: microUsd }: Mission): string {
  if (microUsd === 0) return 'The points count at once.'
  return days === 0
    ? 'It is then among your rewards.'
    : `It is then among your rewards, pending for ${plural(days, 'day')}.`
}
