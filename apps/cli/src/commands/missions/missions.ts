import type { Mission, MissionClaim, Missions } from '@gridloom/contract/missions/mission'
import { progressWords } from '@gridloom/domain/missions/step-sentence'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatLocal } from '../../input/local-time.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { formatTime, shortId } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { chooseOne } from '../../resolve/choose-one.ts'

/** Adds `missions`: tasks with a reward. */
export function addMissions(program: Command, open: Open): void {
  const missions = program
    .command('missions')
    .summary('tasks with a reward')
    .description('Missions with your progress, and their rewards. Needs a sign-in, not an API key.')
    .addHelpText('after', examples('missions list', 'missions claim'))
  missions
    .command('list')
    .summary('list missions')
    .description('Show your current mission with its progress, and the others.')
    .addHelpText('after', examples('missions list', 'missions list --json'))
    .action((_options: object, command: Command) => listMissions(open(command)))
  missions
    .command('history')
    .summary('list claimed missions')
    .description('List the missions whose reward you claimed, newest first.')
    .option('--page <number>', 'page of 20 (default: 1)', wholeNumber('--page', 1, 10_000))
    .addHelpText('after', examples('missions history'))
    .action((options: { page?: number }, command: Command) => listHistory(open(command), options))
  missions
    .command('start')
    .argument('<mission>', 'title, ID, or start or end of an ID')
    .summary('start a mission')
    .description('Start a mission. Later edits do not change it for you.')
    .addHelpText('after', examples('missions start "Rent for two hours"'))
    .action((mission: string, _options: object, command: Command) =>
      startMission(open(command), mission),
    )
  missions
    .command('claim')
    .summary('claim the reward of your current mission')
    .description('Claim the reward of your current mission. It is then among your rewards.')
    .addHelpText('after', examples('missions claim'))
    .action((_options: object, command: Command) => claimMission(open(command)))
}

async function listMissions(ctx: Ctx): Promise<void> {
  const missions = await ctx.client.missions.current({ signal: ctx.signal })
  await ctx.output.result(missions, (draw) => missionsText(draw, missions, ctx.host.timeZone))
}

async function listHistory(ctx: Ctx, { page = 1 }: { page?: number }): Promise<void> {
  const query = { page, page_size: 20 }
  const { missions } = await ctx.client.missions.history({ query, signal: ctx.signal })
  await printList(ctx, missions, { empty: 'Nothing claimed yet.', columns: claimColumns })
}

async function startMission(ctx: Ctx, wanted: string): Promise<void> {
  const { current, available } = await ctx.client.missions.current({ signal: ctx.signal })
  const all = [...(current === null ? [] : [current]), ...available]
  const named = all.map((mission) => ({ id: mission.id, name: mission.title, mission }))
  const { mission } = chooseOne(named, wanted, 'mission')
  const params = { id: mission.id }
  const missions = await ctx.client.missions.start({ params, signal: ctx.signal })
  await ctx.output.result(missions, () => `Started: ${mission.title}.`)
}

async function claimMission(ctx: Ctx): Promise<void> {
  const claim = await ctx.client.missions.claim({ signal: ctx.signal })
  const reward = formatUsd(claim.reward_micro_usd)
  await ctx.output.result(claim, () =>
    claim.state === 'held'
      ? `Claimed: ${claim.title}, ${reward}. It is held until it was looked at.`
      : `Reward claimed successfully: ${reward} for ${claim.title}. gridloom rewards list`,
  )
}

function missionsText(draw: Draw, missions: Missions, zone: string): string {
  const { current, available, streak_weeks: weeks } = missions
  if (current === null && available.length === 0) return 'No missions now.'
  const streak = weeks === 0 ? [] : ['', `Streak: ${weeks} ${weeks === 1 ? 'week' : 'weeks'}.`]
  const others = available.map((mission) => [
    ...[shortId(mission.id), mission.title, formatUsd(mission.reward_micro_usd)],
    ...[stateOf(mission), formatLocal(mission.to, zone)],
  ])
  const columns = [
    ...[{ title: 'ID' }, { title: 'MISSION', cutTo: 50 }],
    ...[
      { title: 'REWARD', align: 'right' as const },
      { title: 'STATE', cutTo: 50 },
    ],
    { title: 'UNTIL' },
  ]
  return [
    ...(current === null ? [] : [currentText(draw, current, zone)]),
    ...(others.length === 0 ? [] : [current === null ? '' : '\n', draw.table(columns, others)]),
    ...streak,
  ]
    .join('\n')
    .trim()
}

function currentText(draw: Draw, mission: Mission, zone: string): string {
  const steps = mission.steps.map(
    (step) => `  ${step.met ? '[x]' : '[ ]'} ${step.text} (${progressWords(step)})`,
  )
  const facts = draw.facts([
    ['Mission', `${mission.title} (${shortId(mission.id)})`],
    ['Reward', formatUsd(mission.reward_micro_usd)],
    ['Until', formatLocal(mission.to, zone)],
    ['Claim until', formatLocal(mission.claim_until, zone)],
  ])
  const next = mission.met ? ['Claim it: gridloom missions claim'] : []
  const some = mission.match === 'any' && steps.length > 1 ? ['One of these is enough:'] : []
  return [facts, ...some, ...steps, ...next].join('\n')
}

function stateOf({ met, started, after }: Mission): string {
  if (after.length > 0) return `after ${after.join(', ')}`
  if (met) return 'complete'
  return started ? 'started' : 'open'
}

const claimColumns: ListColumn<MissionClaim>[] = [
  { title: 'TIME', cell: ({ claimed_at }) => formatTime(claimed_at) },
  { title: 'MISSION', cutTo: 50, cell: ({ title }) => title },
  { title: 'PERIOD', cell: ({ period }) => period },
  { title: 'REWARD', align: 'right', cell: ({ reward_micro_usd }) => formatUsd(reward_micro_usd) },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'REASON', cutTo: 60, cell: ({ decision_text }) => decision_text ?? '-' },
]
